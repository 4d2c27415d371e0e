// A table in detail: the book's paytables and options, limits, who deals; or a submission file of your own.
import { html, useState } from "../core/html.js";
import { priced } from "../core/money.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";

/** @import { Book, OpenTableRequest } from "../types/api.js" */

const LARGEST_FILE = 32000;

/** @typedef {Record<string, string>} Tables by kind of paytable */
/** @typedef {Record<string, boolean>} Chosen by option */

/** @param {{ book: Book, chosen: Tables, choose: (chosen: Tables) => void }} props */
function Paytables({ book, chosen, choose }) {
  const kinds = Object.entries(book.paytables || {}).filter(([, tables]) => tables.length > 1);
  if (!kinds.length) return null;
  return html`<fieldset><legend>${say("setup.paytables")}</legend><div class="row">${kinds.map(
    ([kind, tables]) => html`<label>
    <span>${book.paytable_titles?.[kind] || words(kind)}</span>
    <select value=${chosen[kind] || tables[0].id} onChange=${(event) =>
      choose({ ...chosen, [kind]: event.target.value })}>
      ${tables.map(
        (table) => html`<option value=${table.id}>${table.id}${table.summary ? `: ${priced(table.summary)}` : ""}
        </option>`,
      )}
    </select></label>`,
  )}</div></fieldset>`;
}

/** @param {{ book: Book, chosen: Chosen, choose: (chosen: Chosen) => void }} props */
function Options({ book, chosen, choose }) {
  const options = book.options || [];
  if (!options.length) return null;
  return html`<fieldset><legend>${say("setup.house_choices")}</legend>${options.map(
    (option) => html`<label class="inline">
    <input type="checkbox" checked=${option.name in chosen ? chosen[option.name] : option.default}
      onChange=${(event) => choose({ ...chosen, [option.name]: event.target.checked })} />
    <span>${option.says || words(option.name)}</span></label>`,
  )}</fieldset>`;
}

/**
 * @param {object} props
 * @param {Book[]} props.books
 * @param {(book: Book) => OpenTableRequest} props.seated with the seat and the buy-in of whoever opens it
 * @param {boolean} props.busy
 * @param {(request: OpenTableRequest, how: { deals: boolean }) => void} props.onOpen
 */
export function SetUp({ books, seated, busy, onOpen }) {
  const [id, setId] = useState(books[0].id);
  const [tables, setTables] = useState(/** @type {Tables} */ ({}));
  const [options, setOptions] = useState(/** @type {Chosen} */ ({}));
  const [house, setHouse] = useState("");
  const [limits, setLimits] = useState({ least: "", most: "" });
  const [deals, setDeals] = useState("house");
  const [secret, setSecret] = useState(false);
  const [file, setFile] = useState(/** @type {{ name: string, text: string } | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const book = books.find((one) => one.id === id) || books[0];
  const stock = book.stock?.limits?.[book.unit] || { least: "5.00", most: "500.00" };

  /** @param {Event & { target: HTMLInputElement }} event */
  async function read(event) {
    const chosen = event.target.files?.[0];
    setProblem(chosen && chosen.size > LARGEST_FILE ? say("setup.too_large", { name: chosen.name }) : null);
    setFile(chosen && chosen.size <= LARGEST_FILE ? { name: chosen.name, text: await chosen.text() } : null);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const byHand = deals !== "house";
    const { target, ...place } = seated(book);
    /** @type {OpenTableRequest} */
    const request = {
      ...(byHand ? { bots: place.bots } : place),
      private: secret,
      dealing: byHand ? "dealer" : "house",
      source: deals === "entered" ? "entered" : "virtual",
    };
    if (file) request.submission = file.text;
    else {
      Object.assign(request, { target, paytables: tables, options });
      if (house.trim()) request.house_name = house.trim();
      const { least, most } = limits;
      if (least || most) request.limits = { ante: { least: least || stock.least, most: most || stock.most } };
    }
    onOpen(request, { deals: byHand });
  }

  return html`<details class="panel setup"><summary>${say("setup.title")}</summary>
    <form onSubmit=${submit}>
      <div class="row">
        <label><span>${say("setup.book")}</span><select value=${id} disabled=${file !== null}
          onChange=${(event) => {
            setId(event.target.value);
            setTables({});
            setOptions({});
          }}>
          ${books.map((one) => html`<option value=${one.id}>${one.title}</option>`)}</select></label>
        <label><span>${say("setup.house_name")}</span><input maxlength="60" value=${house} placeholder=${say("setup.house_example")}
          disabled=${file !== null} onInput=${(event) => setHouse(event.target.value)} /></label>
        <label><span>${say("setup.least", { unit: book.unit })}</span><input class="amount" inputmode="decimal" placeholder=${stock.least}
          value=${limits.least} disabled=${file !== null} onInput=${(event) =>
            setLimits({ ...limits, least: event.target.value.trim() })} /></label>
        <label><span>${say("setup.most", { unit: book.unit })}</span><input class="amount" inputmode="decimal" placeholder=${stock.most}
          value=${limits.most} disabled=${file !== null} onInput=${(event) =>
            setLimits({ ...limits, most: event.target.value.trim() })} /></label>
      </div>
      ${
        !file &&
        html`<${Paytables} book=${book} chosen=${tables} choose=${setTables} /><${Options} book=${book}
        chosen=${options} choose=${setOptions} />`
      }
      <div class="row">
        <label><span>${say("setup.who_deals")}</span><select value=${deals} onChange=${(event) => setDeals(event.target.value)}>
          <option value="house">${say("setup.house_deals")}</option><option value="dealer">${say("setup.i_deal")}</option>
          <option value="entered">${say("setup.real_cards")}</option></select></label>
        <label class="inline"><input type="checkbox" checked=${secret}
          onChange=${(event) => setSecret(event.target.checked)} /><span>${say("setup.private")}</span></label>
        <label><span>${say("setup.file")}</span><input type="file" accept=".toml,text/plain" onChange=${read} />
          </label>
      </div>
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <button type="submit" class="primary" data-testid="open-table" disabled=${busy}>${say("setup.open")}</button>
    </form></details>`;
}
