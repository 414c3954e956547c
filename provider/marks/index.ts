export * from "./mark";
export { newNonce } from "./nonce";
