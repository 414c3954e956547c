export * from "./attempts";
export * from "./exact-rules";
export * from "./state-evidence";
export * from "./stack-export";
