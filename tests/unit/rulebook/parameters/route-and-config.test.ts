import { violationsOf } from "./violations-of";

describe("route", () => {
  const route = (parameters: Record<string, unknown>) =>
    violationsOf("route", "http_request_origin", parameters);
  const name = 'must be a host name, such as "origin.example.com", found';

  it.each([
    [
      "nothing",
      {},
      "refused route-needs-member : must have at least one of host_header, origin, sni, found none",
    ],
    [
      "an empty origin",
      { origin: {} },
      "refused route-origin-needs-member origin: must have host or port, found neither",
    ],
    [
      "an IPv4 address",
      { origin: { host: "192.0.2.1" } },
      `refused route-host-name origin/host: ${name} "192.0.2.1"; create a DNS record for the address, and write its name`,
    ],
    [
      "an IPv6 address",
      { sni: { value: "2001:db8::1" } },
      `refused route-host-name sni/value: ${name} "2001:db8::1"; create a DNS record for the address, and write its name`,
    ],
    [
      "a host with its port",
      { origin: { host: "a.example:8443" } },
      `refused route-host-name origin/host: ${name} "a.example:8443"; write the port as origin.port`,
    ],
    [
      "a URL",
      { sni: { value: "https://a.example/" } },
      `refused route-host-name sni/value: ${name} "https://a.example/"; write the host name alone`,
    ],
    [
      "an empty host",
      { origin: { host: "" } },
      `refused route-host-name origin/host: ${name} ""; write the host name alone`,
    ],
    [
      "a URL as host header",
      { host_header: "https://a.example" },
      `warning route-host-header host_header: ${name} "https://a.example"; write the host name alone`,
    ],
  ])("cannot have %s", (_, parameters, violation) => {
    expect(route(parameters)).toEqual([violation]);
  });

  it.each([
    ["a port alone", { origin: { port: 8443 } }],
    ["a host header with a port", { host_header: "a.example:8080" }],
    ["an underscore, a trailing dot and international letters", { origin: { host: "_a.bücher.example." } }],
    ["a name that begins like an address", { sni: { value: "192.0.2.1.example" } }],
  ])("accepts %s", (_, parameters) => {
    expect(route(parameters)).toEqual([]);
  });
});

describe("set_config", () => {
  const config = (parameters: Record<string, unknown>) =>
    violationsOf("set_config", "http_config_settings", parameters);

  it("needs a setting", () => {
    expect(config({})).toEqual([
      "refused config-needs-setting : must have at least one setting, such as automatic_https_rewrites, found none",
    ]);
  });

  it.each(["disable_pay_per_crawl", "disable_rum", "disable_zaraz"])("cannot turn %s off", (name) => {
    expect(config({ [name]: true })).toEqual([]);
    expect(config({ [name]: false })).toEqual([
      `refused config-only-true ${name}: must be true, found false; leave it out for the setting of the zone`,
    ]);
  });

  it.each([
    ["disable_apps", true],
    ["autominify", {}],
    ["mirage", false],
    ["sxg", true],
  ])("warns of %s, whose product is retired", (name, value) => {
    expect(config({ [name]: value })).toEqual([
      `warning config-retired ${name}: has no effect, because the product is retired; leave it out`,
    ]);
  });

  it.each(["low", "medium", "high"])("warns of the security level %s", (level) => {
    expect(config({ security_level: level })).toEqual([
      `warning config-security-level security_level: has no effect in a rule if it is "${level}"; use "off", "essentially_off" or "under_attack"`,
    ]);
  });

  it.each(["off", "essentially_off", "under_attack"])("accepts the security level %s", (level) => {
    expect(config({ security_level: level })).toEqual([]);
  });
});
