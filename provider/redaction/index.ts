export { learnSecret, quotesAnswers, redacted, redactingBy, Redaction, type Redacted } from "./redaction";
export { secretReplacer } from "./secret-replacer";
