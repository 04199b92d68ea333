package io.sluice.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import picocli.CommandLine.IVersionProvider;

/** Returns the version of the jar, and the commit that it was built from; classes have none. */
public final class JarVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"sluice " + manifest().map(JarVersion::of).orElse("(unpackaged)")};
  }

  /** Formats {@code 0.1.0 (commit a1b2c3d4)}, from a manifest. */
  static String of(Attributes manifest) {
    String version = Optional.ofNullable(manifest.getValue("Implementation-Version")).orElse("");
    String commit = Optional.ofNullable(manifest.getValue("Sluice-Commit")).orElse("");
    boolean changed = "true".equals(manifest.getValue("Sluice-Changed"));
    return commit.isEmpty()
        ? version
        : "%s (commit %s%s)".formatted(version, commit, changed ? ", with changes" : "");
  }

  private static Optional<Attributes> manifest() {
    try {
      Path jar =
          Path.of(JarVersion.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (!jar.toString().endsWith(".jar")) {
        return Optional.empty();
      }
      try (JarFile file = new JarFile(jar.toFile())) {
        return Optional.of(file.getManifest().getMainAttributes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Cannot find the jar of Sluice: " + e.getMessage(), e);
    }
  }
}
