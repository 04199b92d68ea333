package io.sluice.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Names the files of an unpacked image: of an OCI layout, as a release has it, or of what {@code
 * docker save} writes, as a build does.
 */
record ImageParts(Path config, List<Path> layers) {
  static ImageParts of(Path folder) throws IOException {
    return Files.exists(folder.resolve("oci-layout")) ? ofLayout(folder) : ofDocker(folder);
  }

  private static ImageParts ofLayout(Path folder) throws IOException {
    JsonNode images = json(folder.resolve("index.json")).get("manifests");
    if (images.size() != 1) {
      throw new IllegalStateException("An image of one machine has one manifest: " + images);
    }
    JsonNode manifest = json(blob(folder, images.get(0)));
    List<Path> layers = new ArrayList<>();
    manifest.get("layers").forEach(layer -> layers.add(blob(folder, layer)));
    return new ImageParts(blob(folder, manifest.get("config")), layers);
  }

  private static Path blob(Path folder, JsonNode descriptor) {
    return folder.resolve("blobs").resolve(descriptor.get("digest").asText().replace(':', '/'));
  }

  private static ImageParts ofDocker(Path folder) throws IOException {
    JsonNode manifest = json(folder.resolve("manifest.json")).get(0);
    List<Path> layers = new ArrayList<>();
    manifest.get("Layers").forEach(layer -> layers.add(folder.resolve(layer.asText())));
    return new ImageParts(folder.resolve(manifest.get("Config").asText()), layers);
  }

  static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }
}
