const MASK = (1n << 64n) - 1n;
/** Bytes that Keccak-256 absorbs per block. */
const RATE = 136;
const LANES = 25;

/** Rotation offsets by lane x + 5y. */
const ROTATIONS = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
].map(BigInt);

const ROUND_CONSTANTS = roundConstants();

/** Returns the Keccak-256 hash that Ethereum uses, in hexadecimal without `0x`. SHA3-256 differs in its padding. */
export function keccak256(message: Uint8Array): string {
  const state = new Array<bigint>(LANES).fill(0n);
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane += 1) {
      state[lane] = at(state, lane) ^ view.getBigUint64(block + lane * 8, true);
    }
    permute(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane += 1) digest.setBigUint64(lane * 8, at(state, lane), true);
  return Buffer.from(digest.buffer).toString("hex");
}

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  return padded;
}

/** Keccak-f[1600]: theta, rho and pi, chi, iota, 24 times. */
function permute(state: bigint[]): void {
  for (const constant of ROUND_CONSTANTS) {
    const parity = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ at(state, x + row), 0n),
    );
    const moved = new Array<bigint>(LANES).fill(0n);
    for (let x = 0; x < 5; x += 1) {
      const mixed = at(parity, (x + 4) % 5) ^ rotate(at(parity, (x + 1) % 5), 1n);
      for (let y = 0; y < 5; y += 1) {
        const lane = x + 5 * y;
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(at(state, lane) ^ mixed, at(ROTATIONS, lane));
      }
    }
    for (let lane = 0; lane < LANES; lane += 1) {
      const row = lane - (lane % 5);
      const [next, second] = [row + ((lane + 1) % 5), row + ((lane + 2) % 5)];
      state[lane] = at(moved, lane) ^ (~at(moved, next) & MASK & at(moved, second));
    }
    state[0] = at(state, 0) ^ constant;
  }
}

/** Computes the constants with the linear feedback shift register of the specification. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << BigInt((1 << bit) - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    return constant;
  });
}

function rotate(lane: bigint, by: bigint): bigint {
  return ((lane << by) | (lane >> (64n - by))) & MASK;
}

function at(lanes: readonly bigint[], index: number): bigint {
  return lanes[index] ?? 0n;
}
