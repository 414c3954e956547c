// These tests start several processes each, or a browser, on machines with two cores.
jest.setTimeout(240_000);
