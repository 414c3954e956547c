export * from "./chain-calls";
export * from "./networks";
