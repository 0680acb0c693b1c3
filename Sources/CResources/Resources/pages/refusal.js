// What happens on the page of sign-in with a provider where there is no sign-in: the app is told at once, as SDKs know
// it, and a person who still sees the page has a way on.

if (request.error) {
  const event = errorEvent(request.error);
  switch (request.wayBack) {
    case "popup":
      if (handOver(event)) byID("status").textContent = "Your app has been told.";
      break;
    case "redirect": {
      const page = storeForWebApp(event);
      if (page) location.replace(page);
      break;
    }
    case "apple":
      byID("back-to-app").href = appleURL({ firebaseError: JSON.stringify(request.error) });
      location.replace(byID("back-to-app").href);
      break;
  }
}

if (byID("go-back")) {
  byID("go-back").hidden = history.length < 2;
  byID("go-back").addEventListener("click", () => history.back());
}
