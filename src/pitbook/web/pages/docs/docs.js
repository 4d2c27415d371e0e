// Shows /openapi.json: every operation with what it takes and answers, and every form that is named there.
// Text is only ever set as text, so a description can't become markup.

const METHODS = ["get", "post", "put", "patch", "delete"];

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string | null)[]} children */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @param {string} reference */
const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1);
/** @param {string} text */
const anchor = (text) =>
  text
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/** A schema in words, with links to the forms that it names. @param {any} schema @returns {Node} */
function typeOf(schema) {
  if (!schema) return document.createTextNode("anything");
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return make("a", { href: `#form-${anchor(name)}` }, name);
  }
  if (schema.const !== undefined) return make("code", {}, JSON.stringify(schema.const));
  if (schema.enum)
    return make("code", {}, schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(" | "));
  const several = schema.anyOf || schema.oneOf || schema.allOf;
  if (several) {
    const found = make("span");
    for (const [number, one] of several.entries()) found.append(number ? " or " : "", typeOf(one));
    return found;
  }
  if (schema.type === "array") return make("span", {}, "list of ", typeOf(schema.items));
  if (schema.type === "object" && schema.additionalProperties) {
    return make(
      "span",
      {},
      "object of ",
      typeOf(schema.additionalProperties === true ? null : schema.additionalProperties),
    );
  }
  const limits = [
    ["pattern", schema.pattern],
    ["at least", schema.minimum],
    ["at most", schema.maximum],
    ["at least so many characters:", schema.minLength],
    ["at most so many characters:", schema.maxLength],
    ["default", schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ].filter(([, value]) => value !== undefined && value !== null);
  const said = limits.map(([name, value]) => `${name} ${value}`).join(", ");
  return document.createTextNode(`${schema.type || "anything"}${said ? ` (${said})` : ""}`);
}

/** @param {string[]} head @param {(Node | string)[][]} rows */
function table(head, rows) {
  return make(
    "div",
    { class: "wide" },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...head.map((one) => make("th", { scope: "col" }, one)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))),
    ),
  );
}

/** @param {any} schema */
function fields(schema) {
  const required = new Set(schema.required || []);
  const rows = Object.entries(schema.properties || {}).map(([name, one]) => [
    make("code", {}, name),
    typeOf(one),
    required.has(name) ? "required" : "",
    one.description || "",
  ]);
  return rows.length ? table(["field", "type", "needed", "meaning"], rows) : null;
}

/** @param {string} path @param {string} method @param {any} found */
function operation(path, method, found) {
  const id = anchor(`${method} ${path}`);
  const part = make(
    "section",
    { id, class: "operation" },
    make("h3", {}, make("span", { class: `method ${method}` }, method.toUpperCase()), " ", make("code", {}, path)),
  );
  if (found.description || found.summary) part.append(make("p", {}, found.description || found.summary));
  const given = (found.parameters || []).map((/** @type {any} */ one) => [
    make("code", {}, one.name),
    one.in,
    typeOf(one.schema),
    one.required ? "required" : "",
    one.description || "",
  ]);
  if (given.length)
    part.append(make("h4", {}, "Parameters"), table(["name", "in", "type", "needed", "meaning"], given));
  const body = found.requestBody && Object.values(found.requestBody.content)[0];
  if (body) part.append(make("h4", {}, "Body"), make("p", {}, typeOf(body.schema)));
  const answers = Object.entries(found.responses || {}).map(([status, one]) => {
    const content = one.content && Object.values(one.content)[0];
    return [status, content ? typeOf(content.schema) : "", one.description || ""];
  });
  part.append(make("h4", {}, "Answers"), table(["status", "form", "meaning"], answers));
  return part;
}

/** A part of the page. @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function show() {
  const answer = await fetch("/openapi.json");
  const found = await answer.json();
  part("about").replaceChildren(
    `Version ${found.info.version}. ${found.info.description} `,
    make("a", { href: "/openapi.json" }, "/openapi.json"),
  );
  const contents = make("ul");
  const operations = part("operations");
  for (const [path, methods] of Object.entries(found.paths)) {
    for (const method of METHODS.filter((one) => methods[one])) {
      const drawn = operation(path, method, methods[method]);
      operations.append(drawn);
      contents.append(make("li", {}, make("a", { href: `#${drawn.id}` }, `${method.toUpperCase()} ${path}`)));
    }
  }
  operations.append(
    make(
      "section",
      { class: "operation", id: "live" },
      make(
        "h3",
        {},
        make("span", { class: "method" }, "WS"),
        " ",
        make("code", {}, "/api/tables/{table}/live?as=player"),
      ),
      make(
        "p",
        {},
        "Views as they change, and commands: {type: command, id, expected, command}, {type: ping}; answered by view, done, error, pong and closing. docs/reference/api.md has every message.",
      ),
    ),
  );
  contents.append(make("li", {}, make("a", { href: "#live" }, "WS /api/tables/{table}/live")));
  part("contents").append(make("h2", {}, "Operations"), contents);
  const schemas = part("schemas");
  for (const [name, schema] of Object.entries(found.components?.schemas || {})) {
    const form = make("section", { id: `form-${anchor(name)}`, class: "form" }, make("h3", {}, name));
    if (schema.description) form.append(make("p", {}, schema.description));
    form.append(fields(schema) || make("p", {}, typeOf(schema)));
    schemas.append(form);
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch(() => part("about").replaceChildren("The description could not be read."));
