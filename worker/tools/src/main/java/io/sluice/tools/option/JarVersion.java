package io.sluice.tools.option;

import io.sluice.process.metrics.BuildInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Returns the version of the jar, and the commit that it was built from; classes have none. */
public final class JarVersion implements IVersionProvider {
  /** Written by the build, where it has a repository. */
  private static final String COMMIT = "commit.properties";

  /** Returns the same for metrics. */
  public static BuildInfo build() {
    return new BuildInfo(Objects.requireNonNullElse(version(), "unpackaged"), id(properties()));
  }

  private static String version() {
    return JarVersion.class.getPackage().getImplementationVersion();
  }

  private static String id(Properties build) {
    return build.getProperty("git.commit.id.abbrev", "");
  }

  @Override
  public String[] getVersion() {
    String version = version();
    return new String[] {
      version == null ? "sluice (unpackaged)" : "sluice " + version + commit(properties())
    };
  }

  /** Formats the commit, to follow the version; nothing without a commit. */
  static String commit(Properties build) {
    String id = id(build);
    boolean changed = Boolean.parseBoolean(build.getProperty("git.dirty"));
    return id.isEmpty() ? "" : " (commit %s%s)".formatted(id, changed ? ", with changes" : "");
  }

  private static Properties properties() {
    Properties read = new Properties();
    try (InputStream in = JarVersion.class.getResourceAsStream(COMMIT)) {
      if (in != null) {
        read.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }
}
