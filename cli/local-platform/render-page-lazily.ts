import type { RenderPage } from "../../emulator/app";
import type * as RenderPageModule from "./render-page";

/** Renders the page. The code is loaded at the first use, so that a platform without a browser starts as fast as before. */
export const renderPageLazily: RenderPage = (platform, url) => {
  const { renderPage } = require("./render-page") as typeof RenderPageModule;
  return renderPage(platform, url);
};
