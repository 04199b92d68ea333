package io.sluice.mutation;

import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Looks up members of all sources: by their place, their name, and the hash of their text. */
final class SourceIndex {
  private final List<SourceMember> members;
  private final Map<String, List<SourceMember>> byHash;

  /** Takes the sources by their files. */
  SourceIndex(Map<String, String> sources) {
    members = MemberFinder.in(sources);
    byHash = members.stream().collect(groupingBy(member -> member.place().hash()));
  }

  /** Reads every source below the folder. */
  static SourceIndex in(Path folder) throws IOException {
    Map<String, String> sources = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        sources.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
    return new SourceIndex(sources);
  }

  List<SourceMember> at(PassagePlace place) {
    return members.stream().filter(place::names).toList();
  }

  List<SourceMember> named(String name) {
    return members.stream().filter(member -> member.name().equals(name)).toList();
  }

  List<SourceMember> hashed(String hash) {
    return byHash.getOrDefault(hash, List.of());
  }
}
