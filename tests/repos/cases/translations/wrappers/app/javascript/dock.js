export function texts(i18n, $t) {
  return [i18n.t("tides"), $t('waves')];
}
