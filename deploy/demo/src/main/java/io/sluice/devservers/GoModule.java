package io.sluice.devservers;

import io.sluice.process.PackagedFiles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the two files that pin one Go module: its requirements and their checksums.
 *
 * <p>The versions that programs print are read from here too, so that a version is written in one
 * place.
 */
record GoModule(String name, String goMod, String goSum) {
  /** Not in the package that the folder's name suggests: our own classes are there. */
  static final PackagedFiles FILES =
      new PackagedFiles("devservers", "io/sluice/devservers/modules");

  static GoModule of(String name, Map<String, String> devservers) {
    String goMod = devservers.get(name + "/go.mod");
    String goSum = devservers.get(name + "/go.sum");
    if (goMod == null || goSum == null) {
      throw new DevServersException(
          "Cannot build %s: deploy/devservers/%s/go.mod and go.sum are not part of this build. Run it from a checkout."
              .formatted(name, name));
    }
    return new GoModule(name, goMod, goSum);
  }

  /** Returns the name of the cache entry: other files, other entry. */
  String key() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : List.of(goMod, goSum)) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return name + "-" + HexFormat.of().formatHex(digest.digest(), 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every JDK", e);
    }
  }

  /** Returns the pinned version of a requirement, without its {@code v}. */
  String versionOf(String requirement) {
    Matcher line =
        Pattern.compile(
                "^(?:require)?\\s*" + Pattern.quote(requirement) + " v(\\S+)", Pattern.MULTILINE)
            .matcher(goMod);
    if (!line.find()) {
      throw new IllegalStateException("%s/go.mod does not require %s".formatted(name, requirement));
    }
    return line.group(1);
  }

  /** Strips symbols, and sets the version that a program prints: a plain Go build leaves it out. */
  String linkerFlags() {
    return switch (name) {
      case "apiserver" -> "-s -w" + kubernetes(versionOf("k8s.io/kubernetes"));
      case "temporal" ->
          "-s -w -X github.com/temporalio/cli/internal/temporalcli.Version="
              + versionOf("github.com/temporalio/cli");
      case "helm" ->
          "-s -w -X helm.sh/helm/v4/internal/version.version=v" + versionOf("helm.sh/helm/v4");
      case "promtool" ->
          "-s -w -X github.com/prometheus/common/version.Version="
              + prometheus(versionOf("github.com/prometheus/prometheus"));
      default -> "-s -w";
    };
  }

  /** The module of release 3.15.0 has the version 0.315.0. */
  private static String prometheus(String version) {
    String[] parts = version.split("\\.");
    int release = Integer.parseInt(parts[1]);
    return "%d.%d.%s".formatted(release / 100, release % 100, parts[2]);
  }

  private static String kubernetes(String version) {
    String[] parts = version.split("\\.");
    StringBuilder flags = new StringBuilder();
    for (String target : List.of("k8s.io/component-base/version", "k8s.io/client-go/pkg/version")) {
      flags.append(
          " -X %1$s.gitVersion=v%2$s -X %1$s.gitMajor=%3$s -X %1$s.gitMinor=%4$s -X %1$s.gitTreeState=clean -X %1$s.buildDate=1970-01-01T00:00:00Z"
              .formatted(target, version, parts[0], parts[1]));
    }
    return flags.toString();
  }
}
