const turn = require("./plough");
const House = require("./barn");
const year = require("./seasons");
const { harvest } = require("./seasons");

function till() { return turn(); }
function build() { return new House(); }
function enter() { return House.open(); }
function spring() { year.sow(); }
function autumn() { year.harvest(); }
function again() { harvest(); }
