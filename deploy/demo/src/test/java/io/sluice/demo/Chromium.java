package io.sluice.demo;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.sluice.process.Patience;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Drives the system's Chromium, without a screen.
 *
 * <p>It is the one that {@code -Dsluice.chromium} names, else the first on the PATH. A missing one
 * fails the test; with {@code -Dsluice.real.optional=true} it skips it.
 */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String MISSING =
      "Cannot look at the Web UI: there is no Chromium. Install the system's package (apt-get"
          + " install chromium, dnf install chromium), or name one with"
          + " -Dsluice.chromium=/path/to/it.";

  /** Switches the requests of the browser itself off; a container has no sandbox to offer. */
  private static final List<String> ALONE =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--lang=en-US");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Ends the test here when there is none. */
  static void require() {
    if (Boolean.getBoolean("sluice.real.optional")) {
      assumeTrue(find().isPresent(), "Skipped: " + MISSING);
    }
    find().orElseThrow(() -> new IllegalStateException(MISSING));
  }

  static Chromium start() {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(find().orElseThrow())
                    .setHeadless(true)
                    .setArgs(ALONE));
    return new Chromium(playwright, browser);
  }

  /** Opens a page in a new profile, without cookies or stored settings. */
  Page page() {
    Page page =
        browser
            .newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(1400, 820)
                    .setLocale("en-US")
                    .setTimezoneId("UTC")
                    .setColorScheme(ColorScheme.LIGHT))
            .newPage();
    page.setDefaultTimeout(Patience.MOST.toMillis());
    return page;
  }

  String version() {
    return browser.version();
  }

  private static Optional<Path> find() {
    String named = System.getProperty("sluice.chromium", "");
    if (!named.isEmpty()) {
      return Optional.of(Path.of(named)).filter(Files::isExecutable);
    }
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
