// Asked inside of the page: what a reader would see of it.
const visible = element => {
    const style = getComputedStyle(element);
    return style.visibility === "visible" && element.getClientRects().length > 0;
};
const marks = () => [...document.querySelectorAll(".score .mark")].filter(visible);
const words = element => element.textContent.replace(/\s+/g, " ").trim();
const named = element => `${element.tagName.toLowerCase()}.${element.getAttribute("class") || ""} '${words(element).slice(0, 40)}'`;

const channels = text => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return parts.length < 4 ? [...parts, 1] : parts;
};
const luminance = color => {
    const [red, green, blue] = color.slice(0, 3).map(value => {
        const share = value / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((left, right) => right - left);
    return (light + 0.05) / (dark + 0.05);
};
const ground = element => {
    for (let at = element; at; at = at.parentElement) {
        const color = channels(getComputedStyle(at).backgroundColor);
        if (color[3] > 0.99) return color;
    }
    return [255, 255, 255, 1];
};

const look = () => {
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width)
        found.push(`overflow: the page is ${document.documentElement.scrollWidth} px wide in ${width}`);
    const ids = new Set();
    for (const element of document.querySelectorAll("*")) {
        if (element.id && ids.has(element.id)) found.push(`the id ${element.id} is there twice`);
        ids.add(element.id);
        for (const name of ["src", "href", "xlink:href", "srcset", "data", "action"]) {
            const value = element.getAttribute(name);
            if (value !== null && !value.startsWith("#")) found.push(`${named(element)} refers to ${value}`);
        }
        for (const attribute of element.attributes)
            if (attribute.name.startsWith("on")) found.push(`${named(element)} has ${attribute.name}`);
        if (element.tagName.toLowerCase() === "script") found.push(`a script: ${words(element)}`);
    }
    for (const element of document.body.querySelectorAll("*")) {
        if (element.closest("defs, symbol, pattern, .definitions") || !element.getClientRects().length) continue;
        const box = element.getBoundingClientRect();
        if (box.width > 0 && (box.right > width + 0.5 || box.left < -0.5))
            found.push(`overflow: ${named(element)} is from ${box.left} to ${box.right} of ${width}`);
        const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!own) continue;
        const style = getComputedStyle(element);
        const isDrawn = element instanceof SVGElement;
        const size = parseFloat(style.fontSize) * (isDrawn && element.getScreenCTM ? element.getScreenCTM().a : 1);
        if (size < 11) found.push(`small: ${named(element)} has ${size} px`);
        const back = ground(element);
        const color = channels(isDrawn ? style.fill : style.color);
        const grounds = isDrawn ? [back, ...[...element.ownerSVGElement.querySelectorAll(".plot")].map(plot => channels(getComputedStyle(plot).fill))] : [back];
        const least = Math.min(...grounds.map(other => contrast(color, other)));
        if (least < 4.5 || color[3] < 1) found.push(`contrast: ${named(element)} has ${least.toFixed(2)}`);
    }
    for (const glyph of document.querySelectorAll(".glyph")) {
        if (!visible(glyph)) continue;
        const least = contrast(channels(getComputedStyle(glyph).stroke), channels(getComputedStyle(glyph).backgroundColor));
        if (least < 3) found.push(`contrast: a glyph of ${named(glyph.parentElement)} has ${least.toFixed(2)}`);
    }
    for (const line of document.querySelectorAll(".line > svg")) {
        if (!visible(line)) continue;
        const frame = line.getBoundingClientRect();
        const texts = [...line.querySelectorAll("text")].map(text => [text, text.getBoundingClientRect()]);
        texts.forEach(([text, box], index) => {
            if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5)
                found.push(`cut off: ${named(text)}`);
            for (const [other, its] of texts.slice(index + 1)) {
                const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
                const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
                if (across > 0.5 && down > 2.5) found.push(`overlap: ${named(text)} and ${named(other)}`);
            }
        });
    }
    return found;
};

const told = () => marks().map(mark => {
    const box = mark.getBoundingClientRect();
    const names = (mark.getAttribute("aria-labelledby") || "").split(" ").map(id => document.getElementById(id));
    return {
        line: mark.dataset.line, text: words(mark.querySelector(".tip")), x: box.left + scrollX, y: box.top + scrollY,
        name: names.map(element => element ? words(element) : "").join(" "), width: box.width, height: box.height,
    };
});

// Whether a mark's explanation is there to be read: shown, within the window, on top, and not empty.
const explained = mark => {
    const tip = mark.querySelector(".tip");
    if (!tip || !visible(tip)) return "is not shown";
    tip.scrollIntoView({block: "nearest"});
    const box = tip.getBoundingClientRect();
    if (box.left < 0 || box.right > document.documentElement.clientWidth) return "is not within the window";
    if (!words(tip)) return "is empty";
    const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.8]];
    for (const [across, down] of points) {
        const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
        if (!top || !tip.contains(top)) return "is covered by " + (top ? named(top) : "nothing");
    }
    const others = marks().filter(other => other !== mark && visible(other.querySelector(".tip")));
    return others.length > 0 ? "is not alone" : "";
};

const focused = () => {
    const index = marks().indexOf(document.activeElement);
    if (index < 0) return {index, problem: ""};
    const glyph = document.activeElement.querySelector(".glyph");
    const ring = getComputedStyle(glyph);
    const problem = explained(document.activeElement);
    return {index, problem: problem || (ring.outlineStyle === "none" ? "has a mark without a ring" : "")};
};
