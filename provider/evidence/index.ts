export * from "./attempts";
export * from "./state-evidence";
export * from "./stack-export";
