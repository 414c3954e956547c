/** A rule of the OWASP core rule set. `level` is the lowest paranoia level that includes the rule. */
export interface CrsRule {
  readonly number: string;
  readonly level: 1 | 2 | 3 | 4;
  readonly title: string;
  /** Added to the anomaly score: 5 for critical rules, 3 for others. */
  readonly score: 3 | 5;
  /** The version of the managed ruleset that added the rule. Absent for the first version. */
  readonly since?: number;
}

/** The tags of rules by group: the first three digits of their numbers. */
export const GROUP_TAGS: Readonly<Record<string, string>> = {
  "911": "method-enforcement",
  "913": "scanner-detection",
  "920": "protocol-enforcement",
  "921": "protocol-attack",
  "930": "attack-lfi",
  "931": "attack-rfi",
  "932": "attack-rce",
  "933": "attack-injection-php",
  "934": "attack-injection-nodejs",
  "941": "attack-xss",
  "942": "attack-sqli",
  "943": "attack-fixation",
  "944": "attack-injection-java",
};

const rule = (
  number: string,
  level: CrsRule["level"],
  score: CrsRule["score"],
  title: string,
  since?: number,
): CrsRule => ({ number, level, score, title, ...(since !== undefined && { since }) });

/** In the order of evaluation. */
export const CRS_RULES: readonly CrsRule[] = [
  rule("911100", 1, 5, "Method is not allowed by policy"),
  rule("913100", 1, 5, "Found User-Agent associated with security scanner"),
  rule("913101", 2, 5, "Found User-Agent associated with scripting/generic HTTP client"),
  rule("913102", 2, 5, "Found User-Agent associated with web crawler/bot"),
  rule("913110", 1, 5, "Found request header associated with security scanner"),
  rule("920100", 1, 3, "Invalid HTTP Request Line"),
  rule("920120", 1, 5, "Attempted multipart/form-data bypass"),
  rule("920160", 1, 5, "Content-Length HTTP header is not numeric"),
  rule("920170", 1, 5, "GET or HEAD Request with Body Content"),
  rule("920200", 2, 3, "Range: Too many fields (6 or more)"),
  rule("920220", 1, 3, "URL Encoding Abuse Attack Attempt"),
  rule("920230", 2, 3, "Multiple URL Encoding Detected"),
  rule("920270", 1, 5, "Invalid character in request (null character)"),
  rule("920271", 2, 5, "Invalid character in request (non printable characters)"),
  rule("920272", 3, 5, "Invalid character in request (outside of printable chars below ascii 127)"),
  rule("920273", 4, 5, "Invalid character in request (outside of very strict set)"),
  rule("920274", 4, 5, "Invalid character in request headers (outside of very strict set)"),
  rule("920280", 1, 3, "Request Missing a Host Header"),
  rule("920300", 3, 3, "Request Missing an Accept Header"),
  rule("920320", 2, 3, "Missing User Agent Header"),
  rule("920350", 1, 3, "Host header is a numeric IP address"),
  rule("920420", 1, 5, "Request content type is not allowed by policy"),
  rule("920460", 4, 5, "Abnormal character escapes in request"),
  rule("921110", 1, 5, "HTTP Request Smuggling Attack"),
  rule("921120", 1, 5, "HTTP Response Splitting Attack"),
  rule("921151", 2, 5, "HTTP Header Injection Attack via payload (CR/LF detected)"),
  rule("930100", 1, 5, "Path Traversal Attack (/../)"),
  rule("930120", 1, 5, "OS File Access Attempt"),
  rule("931100", 1, 5, "Possible Remote File Inclusion (RFI) Attack: URL Parameter using IP Address"),
  rule("931130", 2, 5, "Possible Remote File Inclusion (RFI) Attack: Off-Domain Reference/Link"),
  rule("932100", 1, 5, "Remote Command Execution: Unix Command Injection"),
  rule("932106", 3, 5, "Remote Command Execution: Unix Command Injection"),
  rule("932160", 1, 5, "Remote Command Execution: Unix Shell Code Found"),
  rule("932190", 3, 5, "Remote Command Execution: Wildcard bypass technique attempt"),
  rule("933100", 1, 5, "PHP Injection Attack: PHP Open Tag Found"),
  rule("933151", 2, 5, "PHP Injection Attack: Medium-Risk PHP Function Name Found"),
  rule("933161", 3, 5, "PHP Injection Attack: Low-Value PHP Function Call Found"),
  rule("934100", 1, 5, "Node.js Injection Attack", 36),
  rule("941100", 1, 5, "XSS Attack Detected via libinjection"),
  rule("941101", 2, 5, "XSS Attack Detected via libinjection (request headers)"),
  rule("941110", 1, 5, "XSS Filter - Category 1: Script Tag Vector"),
  rule("941160", 1, 5, "NoScript XSS InjectionChecker: HTML Injection"),
  rule("941320", 2, 5, "Possible XSS Attack Detected - HTML Tag Handler"),
  rule("942100", 1, 5, "SQL Injection Attack Detected via libinjection"),
  rule("942110", 2, 3, "SQL Injection Attack: Common Injection Testing Detected"),
  rule("942190", 1, 5, "Detects MSSQL code execution and information gathering attempts"),
  rule("942251", 3, 5, "Detects HAVING injections"),
  rule("942260", 2, 5, "Detects basic SQL authentication bypass attempts 2/3", 35),
  rule(
    "942421",
    4,
    3,
    "Restricted SQL Character Anomaly Detection (cookies): # of special characters exceeded (3)",
  ),
  rule(
    "942432",
    4,
    3,
    "Restricted SQL Character Anomaly Detection (args): # of special characters exceeded (2)",
  ),
  rule("942460", 3, 3, "Meta-Character Anomaly Detection Alert - Repetitive Non-Word Characters"),
  rule("943100", 1, 5, "Possible Session Fixation Attack: Setting Cookie Values in HTML"),
  rule("944100", 1, 5, "Remote Command Execution: Suspicious Java class detected"),
  rule("944210", 2, 5, "Magic bytes Detected Base64 Encoded, probable java serialization in use"),
  rule("944300", 3, 5, "Base64 encoded string matched suspicious keyword"),
];
