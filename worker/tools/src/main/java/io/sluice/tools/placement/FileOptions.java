package io.sluice.tools.placement;

import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestContents;
import io.sluice.tools.manifest.ManifestFiles;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Holds the options that name files, as kubectl has them. */
public final class FileOptions {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      split = ",",
      description = "A file or a folder with manifests, or - for the input; may be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-R", "--recursive"},
      description = "Read the folders inside folders, too.")
  private boolean recursive;

  /** Returns whether a file is named. */
  public boolean given() {
    return !files.isEmpty();
  }

  /** Reads the objects of the files as they are written. */
  public List<Manifest> manifests() {
    return contents().required();
  }

  /** Reads all that the files hold, also what is no object. */
  public ManifestContents contents() {
    return new ManifestFiles(recursive, System.in).contents(files);
  }

  /** Reads the files; objects that name no namespace get this one. */
  PlacementObjects read(String namespace) {
    return new PlacementFiles(namespace).read(manifests());
  }
}
