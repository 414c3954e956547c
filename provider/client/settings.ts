/** `source` says in words where the secret came from: "EDGE_API_TOKEN", "stack configuration edge:apiToken". */
export type Credential =
  | { readonly kind: "token"; readonly token: string; readonly source: string }
  | { readonly kind: "key"; readonly email: string; readonly apiKey: string; readonly source: string };

/** What of a credential nobody may read. */
export function secretsOf(credential: Credential | undefined): string[] {
  if (!credential) return [];
  return [credential.kind === "key" ? credential.apiKey : credential.token];
}

export interface ConnectionSettings {
  /** Ends with `/client/v4`. Left out where only the gateway is used. */
  readonly baseUrl: string | undefined;
  readonly gatewayUrl: string | undefined;
  /** The segment in resource keys: `com.<vendor>.api.account.…`. */
  readonly vendor: string;
  /** The account that calls mean when nothing else is said. */
  readonly accountId: string | undefined;
  readonly credential: Credential | undefined;
  /** The connection's name, undefined for the default one. */
  readonly name: string | undefined;
}
