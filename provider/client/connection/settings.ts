/** A credential. `source` names where the secret is set: "EDGE_API_TOKEN", "stack configuration edge:apiToken". */
export type Credential =
  | { readonly kind: "token"; readonly token: string; readonly source: string }
  | { readonly kind: "key"; readonly email: string; readonly apiKey: string; readonly source: string };

/** Returns the secret parts of a credential. */
export function secretsOf(credential: Credential | undefined): string[] {
  if (!credential) return [];
  return [credential.kind === "key" ? credential.apiKey : credential.token];
}

export interface ConnectionSettings {
  /** Ends with `/client/v4`. Undefined if only the gateway is used. */
  readonly baseUrl: string | undefined;
  readonly gatewayUrl: string | undefined;
  /** The segment in resource keys: `com.<vendor>.api.account.…`. */
  readonly vendor: string;
  /** The default account. */
  readonly accountId: string | undefined;
  readonly credential: Credential | undefined;
  /** Name of the connection; undefined for the default connection. */
  readonly name: string | undefined;
}
