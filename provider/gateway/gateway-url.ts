/** Where JSON-RPC calls of a network go: `{base}/v1/{network}`. */
export function gatewayUrl(base: string, network: string): string {
  return `${base.replace(/\/+$/, "")}/v1/${encodeURIComponent(network)}`;
}
