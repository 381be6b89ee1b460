export function other() {
    const hiddenHelper = 3;
    return hiddenHelper;
}
