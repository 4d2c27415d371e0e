// A QR code (ISO/IEC 18004) of a short ASCII text, such as a link: error correction level M, versions 1 to 9.

const TOTAL = [26, 44, 70, 100, 134, 172, 196, 242, 292]; // code words of versions 1 to 9
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22]; // code words of error correction in each block
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const BYTES = 0b0100;
const PADDING = [0xec, 0x11];
/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** @typedef {boolean[][]} Modules dark or light, by row and column */
/** @typedef {{ modules: Modules, fixed: Modules }} Frame */

/** A product in the field of 256 elements. @param {number} one @param {number} two */
function times(one, two) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((two >> bit) & 1) product ^= one;
  }
  return product;
}

/** The Reed-Solomon code words of a block. @param {number[]} data @param {number} count */
function corrections(data, count) {
  let generator = [1];
  for (let degree = 0, root = 1; degree < count; degree++, root = times(root, 2)) {
    const longer = [...generator, 0];
    generator.forEach((factor, index) => {
      longer[index + 1] ^= times(factor, root);
    });
    generator = longer;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const lead = rest[index];
    generator.forEach((factor, offset) => {
      rest[index + offset] ^= times(factor, lead);
    });
  }
  return rest.slice(data.length);
}

/** A value with the remainder of its division appended. @param {number} value @param {number} length @param {number} by */
function withRemainder(value, length, by) {
  let rest = value;
  for (let step = 0; step < length; step++) rest = (rest << 1) ^ (rest >> (length - 1) ? by : 0);
  return (value << length) | rest;
}

/** @param {number} version */
const capacity = (version) => TOTAL[version - 1] - CORRECTION[version - 1] * BLOCKS[version - 1];

/** All code words in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function codeWords(bytes, version) {
  const nibbles = [
    BYTES,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((one) => [one >> 4, one & 15]),
    0,
  ];
  /** @type {number[]} */
  const data = [];
  for (let index = 0; index < nibbles.length; index += 2) data.push((nibbles[index] << 4) | nibbles[index + 1]);
  for (let index = 0; data.length < capacity(version); index++) data.push(PADDING[index % 2]);
  const count = BLOCKS[version - 1];
  const short = Math.floor(capacity(version) / count);
  const longer = capacity(version) % count;
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - (count - longer));
    return data.slice(start, start + short + (index >= count - longer ? 1 : 0));
  });
  const checks = blocks.map((block) => corrections(block, CORRECTION[version - 1]));
  return [blocks, checks].flatMap((parts) =>
    Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, index) =>
      parts.flatMap((part) => (index < part.length ? [part[index]] : [])),
    ).flat(),
  );
}

/** Everything that does not depend on the text. @param {number} version @returns {Frame} */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {Modules} */
  const modules = Array.from({ length: size }, () => Array(size).fill(false));
  /** @type {Modules} */
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  /** @param {number} row @param {number} column @param {boolean} dark */
  const set = (row, column, dark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row][column] = dark;
    fixed[row][column] = true;
  };
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  /** @param {number} row @param {number} column @param {number} reach @param {number[]} light rings */
  const rings = (row, column, reach, light) => {
    for (let down = -reach; down <= reach; down++)
      for (let right = -reach; right <= reach; right++)
        set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  };
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    rings(row, column, 4, [2, 4]);
  const places = ALIGNMENT[version - 1];
  const last = places.length - 1;
  places.forEach((row, down) => {
    places.forEach((column, right) => {
      const corner = (!down && !right) || (!down && right === last) || (down === last && !right);
      if (!corner) rings(row, column, 2, [1]);
    });
  });
  if (version >= 7) {
    const bits = withRemainder(version, 12, 0x1f25);
    for (let index = 0; index < 18; index++) {
      const [long, across] = [Math.floor(index / 3), size - 11 + (index % 3)];
      set(long, across, ((bits >> index) & 1) === 1);
      set(across, long, ((bits >> index) & 1) === 1);
    }
  }
  drawFormat(set, size, 0);
  return { modules, fixed };
}

/**
 * The error correction level and the mask, twice.
 * @param {(row: number, column: number, dark: boolean) => void} set
 * @param {number} size
 * @param {number} mask
 */
function drawFormat(set, size, mask) {
  const bits = withRemainder(mask, 10, 0x537) ^ 0x5412;
  for (let index = 0; index < 15; index++) {
    const dark = ((bits >> index) & 1) === 1;
    set(index < 6 ? index : index < 8 ? index + 1 : size - 15 + index, 8, dark);
    set(8, index < 8 ? size - 1 - index : index < 9 ? 7 : 14 - index, dark);
  }
  set(size - 8, 8, true);
}

/** Upwards and downwards in pairs of columns, from the right. @param {Frame} to @param {number[]} words */
function drawWords({ modules, fixed }, words) {
  const size = modules.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row][column]) continue;
        modules[row][column] = bit < words.length * 8 && ((words[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
        bit++;
      }
    }
  }
}

/** How hard a code is to read. @param {Modules} modules */
function penalty(modules) {
  const size = modules.length;
  const rows = modules.map((row) => row.map(Number).join(""));
  const columns = rows.map((_, column) => rows.map((row) => row[column]).join(""));
  let found = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) || []) found += run.length - 2;
    found += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const four = rows[row].slice(column - 1, column + 1) + rows[row - 1].slice(column - 1, column + 1);
      if (four === "0000" || four === "1111") found += 3;
    }
  const dark = rows.join("").replaceAll("0", "").length / size ** 2;
  return found + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * The code of a text; null if the text is too long for one.
 * @param {string} text
 * @returns {Modules | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = TOTAL.findIndex((_, index) => capacity(index + 1) >= bytes.length + 2) + 1;
  if (!version) return null;
  const drawn = frame(version);
  drawWords(drawn, codeWords(bytes, version));
  const masked = MASKS.map((mask, number) => {
    const modules = drawn.modules.map((row, down) =>
      row.map((dark, right) => dark !== (!drawn.fixed[down][right] && mask(down, right))),
    );
    drawFormat(
      (row, column, dark) => {
        modules[row][column] = dark;
      },
      modules.length,
      number,
    );
    return modules;
  });
  return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}
