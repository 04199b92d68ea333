package io.sluice.process;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads files of the {@code deploy} folder: from the jar that carries them below {@code io/sluice},
 * else from the checkout around the jar or the working directory.
 */
public final class PackagedFiles {
  /** The rights of a worker. */
  public static final PackagedFiles RBAC = new PackagedFiles("rbac", "io/sluice/rbac");

  private final String folder;
  private final String resource;

  /**
   * Names a folder; nothing is read yet.
   *
   * @param folder below {@code deploy}
   * @param resource where jars carry it
   */
  public PackagedFiles(String folder, String resource) {
    this.folder = folder;
    this.resource = resource;
  }

  /** Returns the folder as it is named in messages. */
  @Override
  public String toString() {
    return "deploy/" + folder;
  }

  /** Reads every text file of the folder, by its path below it; none if there is no such folder. */
  public SortedMap<String, String> files() {
    try {
      URL packaged = PackagedFiles.class.getClassLoader().getResource(resource);
      if (packaged != null && packaged.getProtocol().equals("jar")) {
        return inJar(packaged.toURI());
      }
      Optional<Path> here =
          packaged == null ? inCheckout() : Optional.of(Path.of(packaged.toURI()));
      return here.isPresent() ? below(here.get()) : new TreeMap<>();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(
          "Cannot read %s: %s. Build Sluice anew.".formatted(this, e), e);
    }
  }

  private SortedMap<String, String> inJar(URI packaged) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(packaged, Map.of())) {
      return below(jar.getPath(resource));
    }
  }

  private static SortedMap<String, String> below(Path folder) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    try (Stream<Path> found = Files.walk(folder, 4)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        texts.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return texts;
  }

  private Optional<Path> inCheckout() throws URISyntaxException {
    URL code = PackagedFiles.class.getProtectionDomain().getCodeSource().getLocation();
    for (Path start : List.of(Path.of(code.toURI()), Path.of("").toAbsolutePath())) {
      for (Path at = start; at != null; at = at.getParent()) {
        Path candidate = at.resolve("deploy").resolve(folder);
        // Without the pom of src this is another project's deploy folder.
        if (Files.isDirectory(candidate) && Files.exists(at.resolve("src/pom.xml"))) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }
}
