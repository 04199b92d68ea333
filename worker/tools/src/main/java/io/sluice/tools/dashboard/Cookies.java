package io.sluice.tools.dashboard;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.stream.Stream;

/** Reads the cookies of a request. */
final class Cookies {
  private Cookies() {}

  /** Returns the values of the cookies of that name: a browser may have several, of other paths. */
  static Stream<String> of(Headers headers, String name) {
    return headers.getOrDefault("Cookie", List.of()).stream()
        .flatMap(line -> Stream.of(line.split(";\\s*")))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2 && pair[0].equals(name))
        .map(pair -> pair[1]);
  }
}
