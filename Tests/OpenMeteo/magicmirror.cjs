// Runs MagicMirror's own provider of Open-Meteo over the service, as MagicMirror does, and shows what it makes of the answers.
//
//     node magicmirror.cjs openmeteo.js http://127.0.0.1:8080
//
// What the provider takes from MagicMirror, its log and the fetcher that asks again and again, stands in for it here.
// Ends with a line "N passed, N failed".

const Module = require("node:module");
const path = require("node:path");
const { EventEmitter } = require("node:events");

class HTTPFetcher extends EventEmitter {
	constructor (url) {
		super();
		this.url = url;
	}

	async startPeriodicFetch () {
		const response = await fetch(this.url);
		if (response.ok) this.emit("response", response);
		else this.emit("error", { message: `${response.status} ${await response.text()}` });
	}

	clearTimer () {}
}

const modules = { logger: { debug () {}, error: console.error }, "#http_fetcher": HTTPFetcher };
const load = Module._load;
Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);

let passed = 0;
let failed = 0;
function check (name, isTrue) {
	if (isTrue) passed += 1;
	else failed += 1;
	if (!isTrue) console.log(`FAIL ${name}`);
}

const [file, address] = process.argv.slice(2);
const Provider = require(path.resolve(file));

async function ask (type) {
	const provider = new Provider({ apiBase: `${address}/om/v1`, lat: 37.57, lon: 126.98, type, maxNumberOfDays: 5 });
	// The name of the place comes from elsewhere, and is none of ours.
	const original = globalThis.fetch;
	globalThis.fetch = (url, options) => String(url).startsWith(address) ? original(url, options) : Promise.reject(new Error("elsewhere"));
	await provider.initialize();
	const data = await new Promise((resolve, reject) => {
		provider.setCallbacks(resolve, (error) => reject(new Error(error.message)));
		provider.start();
	});
	globalThis.fetch = original;
	return data;
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

async function main () {
	const now = await ask("current");
	console.log("current", JSON.stringify(now));
	for (const name of ["temperature", "windSpeed", "windFromDirection", "humidity", "feelsLikeTemp", "minTemperature", "maxTemperature"]) {
		check(`current has ${name}`, isNumber(now[name]));
	}
	check("current has a picture", typeof now.weatherType === "string" && now.weatherType !== "na");
	check("current has sunrise and sunset", now.sunrise < now.sunset);

	const days = await ask("forecast");
	console.log("forecast", JSON.stringify(days[1]));
	check("six days", days.length === 6);
	for (const [index, day] of days.entries()) {
		check(`day ${index} has low, high and picture`, isNumber(day.minTemperature) && isNumber(day.maxTemperature) && typeof day.weatherType === "string");
	}
	for (const name of ["windSpeed", "windFromDirection", "precipitationProbability"]) {
		check(`tomorrow has ${name}`, isNumber(days[1][name]));
	}

	const hours = await ask("hourly");
	console.log("hourly", JSON.stringify(hours[0]));
	check("hours of a day and more", hours.length >= 24);
	for (const [index, hour] of hours.slice(0, 24).entries()) {
		check(`hour ${index} has temperature, wind, humidity and picture`,
			isNumber(hour.temperature) && isNumber(hour.windSpeed) && isNumber(hour.humidity) && typeof hour.weatherType === "string");
	}
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed ? 1 : 0);
}

main().catch((error) => {
	console.log(`FAIL ${error.message}\n${passed} passed, ${failed + 1} failed`);
	process.exit(1);
});
