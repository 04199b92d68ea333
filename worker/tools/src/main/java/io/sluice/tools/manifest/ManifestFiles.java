package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import io.sluice.tools.option.CliFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the objects of files and folders, as {@code kubectl -f} names them. */
public final class ManifestFiles {
  private static final String STDIN = "-";
  private static final String INPUT = "the standard input";
  private static final String MANIFEST = "(?i).*\\.(ya?ml|json)";
  private static final String KUSTOMIZATION = "(?i)kustomization(\\.ya?ml)?";

  private final boolean recursive;
  private final InputStream stdin;

  /**
   * Creates a reader.
   *
   * @param recursive whether folders inside folders are read, too
   * @param stdin what the file {@code -} stands for
   */
  public ManifestFiles(boolean recursive, InputStream stdin) {
    this.recursive = recursive;
    this.stdin = requireNonNull(stdin, "stdin is null");
  }

  /**
   * Reads all objects, those of lists one by one.
   *
   * @throws CliFailure with all that cannot be read; it names files and lines
   */
  public List<Manifest> read(List<String> paths) {
    return contents(paths).required();
  }

  /**
   * Reads all that files hold. A file of a folder need not hold Kubernetes objects; one that is
   * named does.
   */
  public ManifestContents contents(List<String> paths) {
    ManifestContents.Builder all = new ManifestContents.Builder();
    for (String path : paths) {
      try {
        if (path.equals(STDIN)) {
          all.add(ManifestReader.contents(INPUT, FileText.of(INPUT, stdin)), true);
        } else {
          add(Path.of(path), all);
        }
      } catch (InvalidPathException e) {
        all.fault(new ManifestFault(path, 0, "no file can be called so", "Name another file"));
      } catch (FileText.Unreadable e) {
        all.fault(e.fault());
      }
    }
    return all.build();
  }

  private void add(Path path, ManifestContents.Builder all) throws FileText.Unreadable {
    if (!Files.isDirectory(path)) {
      all.add(ManifestReader.contents(path.toString(), FileText.of(path)), true);
      return;
    }
    for (Path file : files(path, all)) {
      try {
        all.add(ManifestReader.contents(file.toString(), FileText.of(file)), false);
      } catch (FileText.Unreadable e) {
        all.fault(e.fault());
      }
    }
  }

  private List<Path> files(Path folder, ManifestContents.Builder all) {
    try (Stream<Path> found = Files.walk(folder, recursive ? Integer.MAX_VALUE : 1)) {
      return found
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().matches(MANIFEST))
          .filter(file -> !file.getFileName().toString().matches(KUSTOMIZATION))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      all.fault(
          new ManifestFault(
              folder.toString(),
              0,
              "a folder in it cannot be read (%s)".formatted(e.getMessage()),
              "Name another folder"));
      return List.of();
    }
  }
}
