import { ConfigurationError } from "../../../../provider/client";
import { parseBaseUrl } from "../../../../provider/client/connection/setting-values";

const rule = { label: "EDGE_BASE_URL", carriesCredential: true };

describe("parseBaseUrl", () => {
  it.each([
    ["https://api.example.com/client/v4", "https://api.example.com/client/v4"],
    ["https://api.example.com/client/v4/", "https://api.example.com/client/v4"],
    ["https://api.example.com/client/v4//", "https://api.example.com/client/v4"],
    ["https://api.example.com:8443/client/v4", "https://api.example.com:8443/client/v4"],
    ["HTTPS://API.Example.com/client/v4", "https://api.example.com/client/v4"],
    ["http://127.0.0.1:8787/client/v4", "http://127.0.0.1:8787/client/v4"],
    ["http://127.8.8.8/client/v4", "http://127.8.8.8/client/v4"],
    ["http://localhost:8787/client/v4", "http://localhost:8787/client/v4"],
    ["http://[::1]:8787/client/v4", "http://[::1]:8787/client/v4"],
  ])("accepts %s", (text, url) => expect(parseBaseUrl(text, rule)).toBe(url));

  it.each([
    ["ftp://api.example.com", "has the scheme ftp:"],
    ["api.example.com/client/v4", "is not a URL"],
    ["", "is not a URL"],
    ["https://api.example.com/client/v4?key=canary", "contains a query or a fragment"],
    ["https://api.example.com/client/v4#canary", "contains a query or a fragment"],
    ["https://canary@api.example.com/client/v4", "contains a user name or password"],
    ["https://user:canary@api.example.com/client/v4", "contains a user name or password"],
    ["https://:canary@api.example.com/client/v4", "contains a user name or password"],
    ["http://api.example.com/client/v4", "would send the credential in plain text"],
    ["http://127.0.0.1.example.com/client/v4", "would send the credential in plain text"],
    ["http://10.0.0.1/client/v4", "would send the credential in plain text"],
  ])("refuses %s", (text, problem) => {
    const parse = () => parseBaseUrl(text, rule);
    expect(parse).toThrow(ConfigurationError);
    expect(parse).toThrow("EDGE_BASE_URL");
    expect(parse).toThrow(problem);
    expect(parse).not.toThrow("canary");
  });

  it("accepts plain http to another machine without a credential", () =>
    expect(parseBaseUrl("http://gateway.example.com", { ...rule, carriesCredential: false })).toBe(
      "http://gateway.example.com",
    ));
});
