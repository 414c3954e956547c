import type { Members } from "../../api";
import type { Constraint, RuleContext, Violation } from "../constraint";
import { BLOCK, checkBlock } from "./block";
import { CACHE_KEY } from "./cache-key";
import { CACHE_TTL } from "./cache-ttl";
import { COMPRESSION, checkCompressResponse } from "./compress-response";
import { HEADER_TRAPS } from "./header-traps";
import { LOG_CUSTOM_FIELD, checkLogCustomField } from "./log-custom-field";
import { REDIRECT, checkRedirect } from "./redirect";
import { REWRITE, checkRewrite } from "./rewrite";
import { REWRITE_HEADERS } from "./rewrite-headers";
import { ROUTE, checkRoute } from "./route";
import { SERVE_ERROR, checkServeError } from "./serve-error";
import { CACHE_CONTROL, checkSetCacheControl } from "./set-cache-control";
import { CACHE_SETTINGS, checkSetCacheSettings } from "./set-cache-settings";
import { CACHE_TAGS, checkSetCacheTags } from "./set-cache-tags";
import { SET_CONFIG, checkSetConfig } from "./set-config";
import { STATIC_VALUES } from "./static-values";
import { VARY } from "./vary";

/** Checks the `action_parameters` of a rule. */
export type ParameterCheck = (parameters: Members, context: RuleContext, rule: Members) => Violation[];

/** The checks of `action_parameters`, by action. */
export const PARAMETER_CHECKS: Readonly<Record<string, ParameterCheck>> = {
  block: checkBlock,
  compress_response: checkCompressResponse,
  log_custom_field: checkLogCustomField,
  redirect: checkRedirect,
  rewrite: checkRewrite,
  route: checkRoute,
  serve_error: checkServeError,
  set_cache_control: checkSetCacheControl,
  set_cache_settings: checkSetCacheSettings,
  set_cache_tags: checkSetCacheTags,
  set_config: checkSetConfig,
};

/** The constraints on `action_parameters`, by topic, in the order of the documentation. */
export const PARAMETER_TOPICS = [
  BLOCK,
  REWRITE,
  REWRITE_HEADERS,
  HEADER_TRAPS,
  STATIC_VALUES,
  REDIRECT,
  ROUTE,
  SET_CONFIG,
  CACHE_SETTINGS,
  CACHE_TTL,
  CACHE_KEY,
  VARY,
  CACHE_CONTROL,
  CACHE_TAGS,
  COMPRESSION,
  SERVE_ERROR,
  LOG_CUSTOM_FIELD,
] as const satisfies readonly Readonly<Record<string, Constraint>>[];
