// A third-party client in a real browser: the published axios with `withCredentials` and its own default names for the
// XSRF cookie and header, on a page of the app's origin where none of the app's code runs.
import { resolve } from "node:path";
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse, AxiosStatic } from "axios";
import type { Page } from "playwright-core";
import type { Sahn } from "#pwa/e2e/start-sahn";

/** What axios made of an answer: whether its promise was kept, and what is in the response that it gave. */
type Met<T> = { kept: boolean; status: number; type: string; data: T };

export type AxiosClient = {
  /** Asks with axios; what it is not told it does as it comes. */
  ask: <T = Record<string, unknown>>(
    method: "GET" | "POST" | "PUT",
    url: string,
    data?: unknown,
    config?: AxiosRequestConfig,
  ) => Promise<Met<T>>;
  /** The cookies that a script can see. */
  seen: () => Promise<Record<string, string>>;
  /** Asks for a token, as on start and before a login. */
  start: () => Promise<void>;
};

type World = { axios: AxiosStatic; client: AxiosInstance };

/** Opens the page and puts axios into it. To be done again after the browser was elsewhere. */
export async function axiosClient(sahn: Sahn, page: Page): Promise<AxiosClient> {
  await page.goto(`${sahn.url}/healthz`);
  await page.addScriptTag({ path: resolve("node_modules/axios/dist/axios.min.js") });
  await page.evaluate(() => {
    const world = window as unknown as World;
    world.client = world.axios.create({
      withCredentials: true,
      headers: { "X-Requested-With": "XMLHttpRequest" },
    });
  });
  const ask = <T>(method: string, url: string, data?: unknown, config: AxiosRequestConfig = {}) =>
    page.evaluate(
      async (request) => {
        const { axios, client } = window as unknown as World;
        const met = async (kept: boolean, { status, headers, data }: AxiosResponse) => ({
          kept,
          status,
          type: String(headers["content-type"] ?? ""),
          data: data instanceof Blob ? { blob: await data.text() } : data,
        });
        try {
          return await met(true, await client.request(request));
        } catch (cause) {
          if (!axios.isAxiosError(cause) || !cause.response) throw cause;
          return met(false, cause.response);
        }
      },
      { ...config, method, url, data },
    ) as Promise<Met<T>>;
  return {
    ask,
    seen: () =>
      page.evaluate(() =>
        Object.fromEntries([...document.cookie.matchAll(/([^=; ]+)=([^;]*)/g)].map((one) => one.slice(1))),
      ),
    start: async () => {
      const { status } = await ask("GET", "/sanctum/csrf-cookie");
      if (status !== 204) throw new Error(`no token: ${status}`);
    },
  };
}
