/** Refused or failed, with the key of the words that explain it. */
export class LocationError extends Error {
  constructor(word) {
    super(word);
    this.word = word;
  }
}

/** Of GeolocationPositionError's codes; the others are “unavailable” and “timeout”. */
const DENIED = 1;

/** About a hundred metres: enough for a dong, and no closer to anyone's door than that. */
const rounded = (angle) => Math.round(angle * 1000) / 1000;

export function locate() {
  return new Promise((resolve, reject) => {
    if (!isSecureContext) return reject(new LocationError('locationInsecure'));
    if (!navigator.geolocation) return reject(new LocationError('locationUnavailable'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
      ({ code }) => reject(new LocationError(code === DENIED ? 'locationDenied' : 'locationUnavailable')),
      { maximumAge: 300_000, timeout: 15_000 },
    );
  });
}
