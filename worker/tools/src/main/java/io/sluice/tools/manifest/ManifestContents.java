package io.sluice.tools.manifest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Holds what was found in files.
 *
 * @param manifests the Kubernetes objects, those of lists one by one
 * @param faults what cannot be read
 * @param foreign what is no Kubernetes object, and is meant for another program
 */
public record ManifestContents(
    List<Manifest> manifests, List<ManifestFault> faults, List<ManifestFault> foreign) {
  public ManifestContents {
    manifests = List.copyOf(manifests);
    faults = List.copyOf(faults);
    foreign = List.copyOf(foreign);
  }

  /** Collects what is found, file by file. */
  static final class Builder {
    private final List<Manifest> manifests = new ArrayList<>();
    private final List<ManifestFault> faults = new ArrayList<>();
    private final List<ManifestFault> foreign = new ArrayList<>();

    void add(Manifest manifest) {
      manifests.add(manifest);
    }

    void fault(ManifestFault fault) {
      faults.add(fault);
    }

    void foreign(ManifestFault found) {
      foreign.add(found);
    }

    /**
     * Adds what one file holds.
     *
     * @param named whether a person named this file: then it is to hold objects alone
     */
    void add(ManifestContents file, boolean named) {
      manifests.addAll(file.manifests());
      List<ManifestFault> found = new ArrayList<>(file.faults());
      (named ? found : foreign).addAll(file.foreign());
      found.sort(Comparator.comparingInt(ManifestFault::line));
      faults.addAll(found);
    }

    ManifestContents build() {
      return new ManifestContents(manifests, faults, foreign);
    }
  }

  /** Returns the files that hold something else than Kubernetes objects. */
  public List<String> passedOver() {
    return foreign.stream().map(ManifestFault::file).distinct().toList();
  }

  /**
   * Returns the objects.
   *
   * @throws io.sluice.tools.option.CliFailure with all that cannot be read
   */
  public List<Manifest> required() {
    if (!faults.isEmpty()) {
      throw ManifestFault.failure(faults);
    }
    return manifests;
  }
}
