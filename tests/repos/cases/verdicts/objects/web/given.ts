import Easel from 'easel';
import { keep } from './keep';

class PaperStandIn {
  foldAll() {
    return 1;
  }
}
window.Paper = PaperStandIn;

class BrushStandIn {
  dipAll() {
    return 1;
  }
}
keep(BrushStandIn);

class Varnish {
  dryAll = () => 1;
}
Easel.use([new Varnish()]);

class Canvas {
  stretchAll() {
    return 1;
  }
}
const canvas = new Canvas();
canvas.toString();

const spread = {
  onSpill() {
    return 1;
  },
};
Easel.use({ ...spread });

export const painter = {
  paintAll() {
    return 1;
  },
} satisfies Easel.Painter;

export const sketcher = {
  sketchAll() {
    return 1;
  },
} satisfies Sketcher;

interface Sketcher {
  sketchAll(): number;
}

class Drawer {
  openAll() {
    return 1;
  }
}
Easel.use({
  parts: [
    { name: 'drawer', value: new Drawer() },
  ],
});

class Ruler {
  measureAll() {
    return 1;
  }
}
Easel.then(() => {
  const ruler = new Ruler();
  Easel.draw(new Ruler().length);
  return ruler;
});

class Palette {
  mixAll() {
    return 1;
  }
}
Easel.use({ parts: [Palette], again: Easel.find(Palette) });
