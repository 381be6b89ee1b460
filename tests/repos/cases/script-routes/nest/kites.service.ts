export class KitesService { list() { return []; } }
