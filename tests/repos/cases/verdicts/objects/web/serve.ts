import Easel from 'easel';
import { serve } from 'server';
import type { Hooks } from 'server';

serve({
  onBreak: (error) => {
    log(error);
  },
  shape(value) {
    return value;
  },
});

Easel.Tools.makeFrame = () => {
  return 1;
};

const Shop = {};
Shop.closeDoor = function () {
  return 1;
};

export const prices = {
  loadAll() {
    return 1;
  },
  nested: { dropAll: () => 2 },
};

const hooks: Hooks = {
  beforeAll() {
    return 1;
  },
};

const given = {
  afterAll() {
    return 1;
  },
};

Easel.use(given);

export function build() {
  return { renderFrame: () => 3 };
}

const total = prices.loadAll() + hooks.count;

function $forgotten() {
  return total;
}

function $painted() {
  return build();
}

$painted();

(window as any).dumpAll = () => {
  return total;
};

const button = document.querySelector('button');
button.onpress = function () {
  return total;
};
