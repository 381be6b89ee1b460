"""What a project of Java or Kotlin is made of: the languages and libraries that its `pom.xml` or Gradle files name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

MANIFESTS = re.compile(r"(?:^|/)(?:pom\.xml|build\.gradle(?:\.kts)?)$")
GRADLE = "build.gradle"
_LIBRARIES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple((re.compile(pattern), name, role) for pattern, name, role in (
    (r"^spring-boot(?:-starter(?:-parent|-web|-webflux|-webmvc)?|-dependencies)?$|^org\.springframework\.boot$",
     "Spring Boot", "framework"),
    (r"^quarkus-(?:bom|core|rest|resteasy.*)$|^io\.quarkus$", "Quarkus", "framework"),
    (r"^micronaut-(?:parent|core|http-server.*)$|^io\.micronaut\.application$", "Micronaut", "framework"),
    (r"^ktor-server-core(?:-jvm)?$|^io\.ktor\.plugin$", "Ktor", "framework"), (r"^dropwizard-core$", "Dropwizard", "framework"),
    (r"^jakarta\.jakartaee-.*api$|^javaee-api$", "Jakarta EE", "framework"),
    (r"^postgresql$", "PostgreSQL", "database"), (r"^mysql-connector-(?:j|java)$", "MySQL", "database"),
    (r"^h2$", "H2", "database"),
    (r"^mariadb-java-client$", "MariaDB", "database"), (r"^hibernate-core.*$", "Hibernate", "database"),
    (r"^spring-boot-starter-data-jpa$|^spring-data-jpa$", "Spring Data JPA", "database"),
    (r"^flyway-core$", "Flyway", "database"),
    (r"^liquibase-core$", "Liquibase", "database"), (r"^jooq$", "jOOQ", "database"),
    (r"^mybatis.*$", "MyBatis", "database"),
    (r"^mongodb-driver.*$|^spring-boot-starter-data-mongodb.*$", "MongoDB", "database"),
    (r"^jedis$|^lettuce-core$|^spring-boot-starter-data-redis.*$", "Redis", "store"),
    (r"^kafka-clients$|^spring-kafka$", "Kafka", "jobs"),
    (r"^spring-rabbit$|^amqp-client$|^spring-boot-starter-amqp$", "RabbitMQ", "jobs"),
    (r"^spring-boot-starter-batch$", "Spring Batch", "jobs"), (r"^quartz$", "Quartz", "jobs"),
    (r"^spring-boot-starter-graphql$|^graphql-java$", "GraphQL", "interface"), (r"^grpc-.*stub$", "gRPC", "interface"),
    (r"^spring-boot-starter-security$|^spring-security-core$", "Spring Security", "permissions"),
    (r"^(?:spring-boot-starter-)?thymeleaf.*$", "Thymeleaf", "pages"), (r"^vaadin(?:-.*)?$", "Vaadin", "pages"),
    (r"^junit-jupiter.*$", "JUnit", "tests"),
    (r"^junit$", "JUnit 4", "tests"), (r"^testcontainers$", "Testcontainers", "tests"),
    (r"^kotlin-stdlib.*$|^kotlin-maven-plugin$|^org\.jetbrains\.kotlin\.jvm$", "Kotlin", "language"),
))  # fmt: skip
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PROPERTY = re.compile(r"<([\w.-]+)>([^<>{}]+)</\1>")
_NEEDED = re.compile(r"<(?:parent|dependency|plugin)>(.{0,4000}?)</(?:parent|dependency|plugin)>", re.DOTALL)
_JAVA = ("java.version", "maven.compiler.release", "maven.compiler.source", "jdk.version")
_GRADLE_JAVA = re.compile(
    r"JavaLanguageVersion\.of\((\d+)\)|(?:source|target)Compatibility\s*=?\s*(?:JavaVersion\.VERSION_|['\"])?([\d._]+)"
)
_GRADLE_PLUGIN = re.compile(r"""\bid\s*\(?\s*['"]([\w.-]+)['"]\s*\)?(?:\s+version\s+['"]([^'"$]+)['"])?""")
_GRADLE_KOTLIN = re.compile(r"""\bkotlin\(\s*['"]jvm['"]\s*\)(?:\s+version\s+['"]([^'"$]+)['"])?""")
_GRADLE_NEEDED = re.compile(r"""['"][\w.-]+:([\w.-]+)(?::(?:([^'":$]+)|[^'":]*))?['"]""")


class NamedLibrary(NamedTuple):
    """A language or library with its role, the version that is written for it, the file, and what it is called there."""

    name: str
    role: str
    version: str
    file_path: str
    library: str


def jvm_libraries(texts: Mapping[str, str]) -> Iterator[NamedLibrary]:
    """Yield what build files by path name, those nearest the top first: the same thing may be named by several."""
    for path in sorted(texts, key=lambda path: (path.count("/"), path)):
        found = _of_maven(texts[path]) if path.endswith("pom.xml") else _of_gradle(texts[path])
        for artifact, version in found:
            if artifact == "java":
                yield NamedLibrary("Java", "language", version, path, "")
            for pattern, name, role in _LIBRARIES:
                if pattern.match(artifact):
                    yield NamedLibrary(name, role, version, path, artifact)
        yield NamedLibrary("Maven" if path.endswith("pom.xml") else "Gradle", "build", "", path, "")


def _of_maven(text: str) -> Iterable[tuple[str, str]]:
    text = _COMMENT.sub("", text)
    properties = {found[1]: found[2].strip() for found in _PROPERTY.finditer(text.partition("<dependencies>")[0])}
    if java := next((properties[name] for name in _JAVA if name in properties), ""):
        yield "java", java
    for needed in _NEEDED.finditer(text):
        said = dict(reversed(_PROPERTY.findall(needed[1])))  # the first of a name: not that of an exclusion
        version = said.get("version", "").strip()
        if written := re.search(r"<version>\s*\$\{([\w.-]+)\}", needed[1]):
            version = properties.get(written[1], "")
        if artifact := said.get("artifactId", "").strip():
            yield artifact, version


def _of_gradle(text: str) -> Iterable[tuple[str, str]]:
    if java := _GRADLE_JAVA.search(text):
        yield "java", (java[1] or java[2]).replace("_", ".")
    if kotlin := _GRADLE_KOTLIN.search(text):
        yield "org.jetbrains.kotlin.jvm", kotlin[1] or ""
    for found in (*_GRADLE_PLUGIN.finditer(text), *_GRADLE_NEEDED.finditer(text)):
        yield found[1], found[2] or ""
