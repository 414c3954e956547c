import * as pulumi from "@pulumi/pulumi";
import { buildFilter, filter, ValidatedFilter } from "../../../provider";

const { and, field, not } = filter;

describe("buildFilter", () => {
  beforeEach(async () => {
    await pulumi.runtime.setMocks({
      newResource: (args) => ({ id: `${args.name}-id`, state: args.inputs as Record<string, unknown> }),
      call: () => ({}),
    });
  });

  it("builds an expression from outputs, promises and plain values", async () => {
    const host = pulumi.output("www.example.com");
    const offices = [pulumi.output("192.0.2.0/24"), Promise.resolve("198.51.100.7")];
    const expression = buildFilter({ host, offices, score: 20n }, (known) =>
      and(
        field("http.host").eq(known.host),
        not(field("ip.src").in(known.offices)),
        field("cf.waf.score").lt(known.score),
      ),
    );
    expect(await valueOf(expression)).toBe(
      'http.host eq "www.example.com" and not ip.src in {192.0.2.0/24 198.51.100.7} and cf.waf.score lt 20',
    );
  });

  it("cannot be injected into by a value", async () => {
    const host = pulumi.output('" or ssl or http.host eq "');
    const expression = buildFilter({ host }, (known) => field("http.host").eq(known.host));
    expect(await valueOf(expression)).toBe('http.host eq "\\" or ssl or http.host eq \\""');
  });

  it("returns an expression for a resource, known as soon as the other resource is known", async () => {
    const first = new ValidatedFilter("first", { expression: "ssl" });
    const second = new ValidatedFilter("second", {
      expression: buildFilter({ id: first.id }, ({ id }) => field("http.host").eq(id)),
    });
    expect(await valueOf(second.expression)).toBe('http.host eq "first-id"');
  });

  it("keeps a secret value secret, and plain ones plain", async () => {
    const build = ({ host }: { host: string }) => field("http.host").eq(host);
    expect(await pulumi.isSecret(buildFilter({ host: pulumi.secret("a") }, build))).toBe(true);
    expect(await pulumi.isSecret(buildFilter({ host: pulumi.output("a") }, build))).toBe(false);
  });

  it("fails with a code frame if the language rejects a value", async () => {
    const address = pulumi.output("300.1.1.1");
    const expression = buildFilter({ address }, (known) => field("ip.src").eq(known.address));
    const fault = await faultOf(expression);
    expect(fault).toBeInstanceOf(pulumi.RunError);
    expect(String(fault)).toMatch(/ip\.src eq 300\.1\.1\.1\n +\^+\n/);
  });

  it("shows nothing of a secret value that the language rejects", async () => {
    const address = pulumi.secret("300.1.1.1");
    const expression = buildFilter({ address }, (known) => field("ip.src").eq(known.address));
    const fault = String(await faultOf(expression));
    expect(fault).toContain("Values: address.");
    expect(fault).not.toContain("300");
  });
});

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

/** What ends the program: an output that fails rejects each of its promises. */
async function faultOf(output: pulumi.Output<string>): Promise<unknown> {
  // Members that the SDK leaves out of the public type.
  const { isKnown, isSecret, promise } = output as pulumi.Output<string> & {
    readonly isKnown: Promise<boolean>;
    readonly isSecret: Promise<boolean>;
    readonly promise: () => Promise<string>;
  };
  const [, , result] = await Promise.allSettled([isKnown, isSecret, promise()]);
  return result.status === "rejected" ? result.reason : undefined;
}
