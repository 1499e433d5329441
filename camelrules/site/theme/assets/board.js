// The board as SVG, as `camelrules.site.draw` draws it; camels and spaces can be reached by pointer and keyboard.
(() => {
  "use strict";
  const CELL = 100, CAMEL = 24, STEP = 15, ROOM = 84;
  const KNOWN = new Set(["blue", "green", "purple", "red", "yellow", "orange", "white", "black", "grey"]);
  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };
  const colour = name => (KNOWN.has(name) ? `c-${name}` : "c-other");
  const step = count => Math.min(STEP, (ROOM - CAMEL) / Math.max(count - 1, 1));

  // The shortest letters that tell names apart.
  function labels(names) {
    return Object.fromEntries(names.map(name => {
      const rivals = names.filter(n => n !== name && n[0] === name[0]);
      const letter = [...name].find((c, i) => i > 0 && rivals.every(r => r[i] !== c)) ?? "";
      return [name, name[0].toUpperCase() + (rivals.length ? letter : "")];
    }));
  }

  // Columns, rows and the cell of each space, clockwise from the upper left.
  function ring(spaces) {
    const around = spaces + (spaces % 2);
    const columns = Math.max(2, Math.floor((around + 7) / 4)), rows = Math.max(2, Math.floor((around + 4) / 2) - columns);
    const path = [];
    for (let x = 0; x < columns; x++) path.push([x, 0]);
    for (let y = 1; y < rows; y++) path.push([columns - 1, y]);
    for (let x = columns - 2; x >= 0; x--) path.push([x, rows - 1]);
    for (let y = rows - 2; y > 0; y--) path.push([0, y]);
    return {columns, rows, cells: new Map(path.slice(0, spaces).map((cell, n) => [n + 1, cell]))};
  }

  class Board {
    constructor({camels, crazy, dice, spaces}) {
      Object.assign(this, {camels, crazy, dice, spaces, ...ring(spaces)});
      this.labels = labels([...camels, ...dice.filter(d => !camels.includes(d))]);
    }

    // Draws a position; with `edit`, spaces and camels are buttons.
    draw(position, {moved = new Set(), edit = false, label = "The track", tiles = true} = {}) {
      const width = this.columns * CELL, height = this.rows * CELL;
      const svg = make("svg", {class: `board${edit ? " edit" : ""}`, viewBox: `-3 -3 ${width + 6} ${height + 6}`, role: edit ? "group" : "img", "aria-label": `${label}: ${this.describe(position)}`});
      for (const space of this.cells.keys()) svg.append(this.space(space, position, edit && tiles));
      svg.append(this.line());
      const over = [];
      for (const [key, stack] of Object.entries(position.track).sort((a, b) => a[0] - b[0])) {
        const cell = this.cells.get(Number(key));
        if (cell) svg.append(...this.stack(stack, Number(key), cell[0] * CELL, cell[1] * CELL, moved, edit));
        else if (stack.length) over.push([Number(key), stack]);
      }
      svg.append(...this.middle(position, over, moved, edit));
      return svg;
    }

    describe(position) {
      const parts = Object.entries(position.track).filter(([, s]) => s.length).sort((a, b) => a[0] - b[0])
        .map(([space, stack]) => `space ${space}${stack.length > 1 ? ", bottom to top" : ""}: ${stack.join(", ")}`);
      for (const [space, tile] of Object.entries(position.tiles)) parts.push(`space ${space}: ${tile.side} tile of ${tile.owner}`);
      parts.push(`in the pyramid: ${position.pyramid.join(", ") || "nothing"}`);
      return `${parts.join("; ")}.`;
    }

    space(space, position, edit) {
      const [x, y] = this.cells.get(space), left = x * CELL, top = y * CELL, tile = position.tiles[space];
      const group = make("g", {class: "cell", "data-space": space},
        make("rect", {class: "space", x: left + 2, y: top + 2, width: 96, height: 96, rx: 9}),
        make("text", {class: "number", x: left + 9, y: top + 20}, String(space)));
      if (tile) {
        group.append(make("g", {class: `tile ${tile.side}`},
          make("rect", {x: left + 20, y: top + 30, width: 60, height: 56, rx: 6}),
          make("text", {class: "sign", x: left + 50, y: top + 60}, {cheer: "+", boo: "−"}[tile.side] ?? "?"),
          make("text", {class: "owner", x: left + 50, y: top + 79}, tile.owner)));
      }
      if (edit && !(position.track[space] ?? []).length) {
        const what = tile ? `${tile.side} tile of ${tile.owner}` : "empty";
        for (const [k, v] of Object.entries({role: "button", tabindex: 0, "aria-label": `space ${space}, ${what}: press to change the tile`})) group.setAttribute(k, v);
      }
      return group;
    }

    line() {
      const [x1, y1] = this.cells.get(this.spaces), [x2, y2] = this.cells.get(1);
      return x1 === x2
        ? make("rect", {class: "finish", x: x1 * CELL, y: Math.max(y1, y2) * CELL - 4, width: CELL, height: 8})
        : make("rect", {class: "finish", x: Math.max(x1, x2) * CELL - 4, y: y1 * CELL, width: 8, height: CELL});
    }

    // Whether clockwise is to the left here: along the bottom, and up the left side.
    leftwards(space) {
      const [x, y] = this.cells.get(space) ?? this.cells.get(space > this.spaces ? 1 : this.spaces);
      return y === this.rows - 1 || (x === 0 && y > 0);
    }

    stack(stack, space, left, top, moved, edit) {
      return stack.map((camel, at) => {
        const kind = this.crazy.includes(camel) ? "crazy" : "racing", turned = this.leftwards(Number(space));
        const group = make("g", {class: `camel ${colour(camel)} ${kind}${moved.has(camel) ? " moved" : ""}`, "data-camel": camel, transform: `translate(${left + 16} ${top + 94 - CAMEL - step(stack.length) * at})`},
          make("use", {href: `#${kind}-camel`, ...(turned && {transform: "matrix(-1 0 0 1 68 0)"})}),
          make("text", {x: (kind === "crazy") !== turned ? 38 : 30, y: 21.6}, this.labels[camel] ?? camel.slice(0, 2)));
        if (edit) {
          const height = stack.length > 1 ? `, ${at + 1} of ${stack.length} from the bottom` : "";
          for (const [k, v] of Object.entries({role: "button", tabindex: 0, "aria-label": `${camel} on space ${space}${height}: arrow keys move it`})) group.setAttribute(k, v);
        }
        return group;
      });
    }

    middle(position, over, moved, edit) {
      const left = CELL + 12, top = CELL + 26;
      const parts = [make("text", {class: "head", x: left, y: top}, "pyramid")];
      this.dice.forEach((die, at) => {
        const inside = position.pyramid.includes(die);
        parts.push(make("g", {class: `die ${colour(die)}${inside ? "" : " out"}`, transform: `translate(${left + at * 36} ${top + 9})`},
          make("rect", {width: 30, height: 26, rx: 5}), make("text", {x: 15, y: 18}, this.labels[die] ?? die.slice(0, 2))));
      });
      Object.entries(position.money ?? {}).forEach(([player, amount], at) => {
        parts.push(make("text", {class: "purse", x: left + (at % 4) * 70, y: top + 66 + Math.floor(at / 4) * 24}, `${player} `, make("tspan", {}, String(amount))));
      });
      over.forEach(([space, stack], at) => {
        const x = left + at * 92, y = top + 118, height = CAMEL + step(stack.length) * (stack.length - 1) + 34;
        parts.push(make("rect", {class: "beyond", x: x - 4, y, width: 88, height, rx: 9}),
          make("text", {class: "head", x: x + 2, y: y + 15}, `${space} ${space > this.spaces ? "past line" : "behind"}`),
          ...this.stack(stack, space, x - 8, y + height - 98, moved, edit));
      });
      return parts;
    }
  }
  globalThis.camelBoard = {Board, labels, colour};
})();
