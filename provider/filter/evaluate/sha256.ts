const BLOCK = 64;
const LENGTH_BYTES = 8;
/** The first 32 bits of the fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const ROUND_CONSTANTS = Uint32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Uint32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)));

/** The SHA-256 digest, 32 bytes. This room has no I/O and no dependency, so it brings its own. */
export function sha256(message: Uint8Array): Uint8Array {
  const hash = Uint32Array.from(INITIAL);
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += BLOCK) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block + 4 * index);
    compress(hash, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  hash.forEach((word, index) => out.setUint32(4 * index, word));
  return digest;
}

function pad(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(length - LENGTH_BYTES, BigInt(message.length) * 8n);
  return padded;
}

function compress(hash: Uint32Array, w: Uint32Array): void {
  for (let t = 16; t < 64; t += 1) {
    const w15 = w[t - 15] ?? 0;
    const w2 = w[t - 2] ?? 0;
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[t] ?? 0) + (w[t] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = (hash[index] ?? 0) + word));
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
