export * from "./access";
export * from "./client-ip";
