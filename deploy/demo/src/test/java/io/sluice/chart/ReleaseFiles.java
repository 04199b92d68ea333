package io.sluice.chart;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the files of the release that {@code -Dsluice.release} names, a folder that {@code
 * .ci/release} has made. Without it each file has its source in its place.
 */
public record ReleaseFiles(Path folder) {
  private static final Pattern CHART = Pattern.compile(" (sluice|sluice-crds)-\\$version\\.tgz");
  private static final Pattern MANIFEST = Pattern.compile(" -f ([a-z-]+)\\.yaml");

  static Optional<ReleaseFiles> named() {
    return Optional.ofNullable(System.getProperty("sluice.release"))
        .filter(folder -> !folder.isBlank())
        .map(folder -> new ReleaseFiles(Path.of(folder).toAbsolutePath()));
  }

  /** Returns the version, which is the name of the folder. */
  String version() {
    return folder.getFileName().toString();
  }

  /**
   * Returns a command of the manual, which names files of a release, with their paths from here.
   * The sources of what kustomize has rendered are folders: {@code -k} in place of {@code -f}.
   */
  public static String inCommand(String command) {
    return named().map(release -> release.placed(command)).orElseGet(() -> sources(command));
  }

  private String placed(String command) {
    String charts = CHART.matcher(command).replaceAll(" " + folder + "/$1-" + version() + ".tgz");
    return MANIFEST.matcher(charts).replaceAll(" -f " + folder + "/$1.yaml");
  }

  private static String sources(String command) {
    return MANIFEST
        .matcher(CHART.matcher(command).replaceAll(" ../deploy/charts/$1"))
        .replaceAll(file -> source(file.group(1)));
  }

  private static String source(String manifest) {
    return switch (manifest) {
      case "crds" -> " -f ../deploy/crds";
      case "gate" -> " -k ../deploy/gate";
      case "gate-quiet" -> " -k ../deploy/gate/quiet";
      default -> " -k ../deploy/kustomize/" + manifest.replaceFirst("^install-", "");
    };
  }
}
