package io.sluice.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Reads everything of the project that people read: pages, comments of manifests, messages. */
final class DocumentFiles {
  static final Path ROOT =
      Path.of(System.getProperty("basedir", "."), "..", "..").toAbsolutePath().normalize();

  private static final Set<String> BUILT = Set.of("target", ".git", "node_modules");
  private static final Set<String> KINDS = Set.of("md", "txt", "yaml", "tpl", "java");

  private DocumentFiles() {}

  /** Returns their texts by path. */
  static SortedMap<String, String> read() {
    SortedMap<String, String> files = new TreeMap<>();
    visit(
        DocumentFiles::skipped,
        (path, file) -> {
          if (read(path)) {
            files.put(path, Files.readString(file));
          }
        });
    return files;
  }

  /** Returns the names of all Java files, of tests as well, without their ending. */
  static SortedSet<String> classes() {
    SortedSet<String> names = new TreeSet<>();
    visit(
        DocumentFiles::built,
        (path, file) -> {
          if (path.endsWith(".java")) {
            names.add(path.substring(path.lastIndexOf('/') + 1, path.lastIndexOf('.')));
          }
        });
    return names;
  }

  /** Returns the texts of all Java files, of tests as well, by path. */
  static SortedMap<String, String> sources() {
    SortedMap<String, String> files = new TreeMap<>();
    visit(
        DocumentFiles::built,
        (path, file) -> {
          if (path.endsWith(".java")) {
            files.put(path, Files.readString(file));
          }
        });
    return files;
  }

  private interface FileReader {
    void read(String path, Path file) throws IOException;
  }

  private static void visit(Predicate<Path> skipped, FileReader reader) {
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return skipped.test(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              if (attributes.isRegularFile()) {
                reader.read(ROOT.relativize(file).toString(), file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean built(Path folder) {
    return BUILT.contains(folder.getFileName().toString());
  }

  private static boolean skipped(Path folder) {
    String path = ROOT.relativize(folder).toString();
    return built(folder) || path.matches("(.*/)?src/test|deploy/crds/.*|deploy/devservers");
  }

  private static boolean read(String path) {
    String kind = path.substring(path.lastIndexOf('.') + 1);
    return KINDS.contains(kind) || path.endsWith("/Kustomization");
  }
}
