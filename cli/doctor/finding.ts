/** A result of `doctor`. `unsure` means that the credential may not read the object, which need not be a problem. */
export interface DoctorFinding {
  readonly subject:
    | "Node"
    | "Pulumi SDK"
    | "Pulumi CLI"
    | "plugin"
    | "language"
    | "setting"
    | "base URL"
    | "credential"
    | "account"
    | "zone"
    | "zones"
    | "state"
    | "pending"
    | "replacement"
    | "resource"
    | "backend"
    | "checkpoint"
    | "lock"
    | "process";
  readonly state: "ok" | "problem" | "unsure";
  readonly text: string;
  readonly cure?: string;
  readonly commands?: readonly string[];
}

export function ok(subject: DoctorFinding["subject"], text: string): DoctorFinding {
  return { subject, state: "ok", text };
}

export function unsure(subject: DoctorFinding["subject"], text: string): DoctorFinding {
  return { subject, state: "unsure", text };
}

export function problem(
  subject: DoctorFinding["subject"],
  text: string,
  cure: string,
  ...commands: readonly string[]
): DoctorFinding {
  return { subject, state: "problem", text, cure, ...(commands.length > 0 && { commands }) };
}
