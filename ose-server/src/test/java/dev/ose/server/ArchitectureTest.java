package dev.ose.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Locale;
import java.util.stream.Stream;

/** The shape of the house, as the style guide draws it. */
@AnalyzeClasses(packages = "dev.ose.server", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String[] ADMIN = {
        "..server.admin",
        "..server.admin.account",
        "..server.admin.accounting",
        "..server.admin.audit",
        "..server.admin.bucket",
        "..server.admin.catalog",
        "..server.admin.core",
        "..server.admin.credential",
        "..server.admin.director",
        "..server.admin.event",
        "..server.admin.json",
        "..server.admin.job",
        "..server.admin.link",
        "..server.admin.login",
        "..server.admin.platform",
        "..server.admin.portal",
        "..server.admin.repetition",
        "..server.admin.s3",
        "..server.admin.session",
        "..server.admin.sync",
        "..server.admin.tenant",
        "..server.admin.token"
    };
    private static final String[] EDGE =
            join(ADMIN, "..server.http..", "..server.s3..", "..server.iam", "..server.catalog.rsql");
    private static final String[] OUTWARD = {
        "..server..jdbc",
        "..server.database",
        "..server.platform.client",
        "..server.platform.transport",
        "..server.platform.registry",
        "..server.iam.oidc",
        "..server.audit.syslog",
        "..server.director.client",
        "..server.event.webhook"
    };
    private static final String[] DOMAIN = {
        "..server.access",
        "..server.accounting.alert",
        "..server.accounting.metering",
        "..server.accounting.quota",
        "..server.accounting.rating",
        "..server.accounting.upload",
        "..server.accounting.usage",
        "..server.admin.access",
        "..server.admin.access.account",
        "..server.admin.access.factor",
        "..server.admin.access.link",
        "..server.admin.access.portal",
        "..server.admin.access.repetition",
        "..server.admin.access.session",
        "..server.admin.access.token",
        "..server.audit",
        "..server.bucket",
        "..server.bucket.logging",
        "..server.bucket.ownership",
        "..server.bucket.settings",
        "..server.bucket.sharing",
        "..server.catalog",
        "..server.catalog.compaction",
        "..server.catalog.label",
        "..server.catalog.listing",
        "..server.catalog.search",
        "..server.director",
        "..server.event",
        "..server.iam.federation",
        "..server.job",
        "..server.ledger",
        "..server.ledger.commit",
        "..server.ledger.journal",
        "..server.ledger.log",
        "..server.ledger.node",
        "..server.ledger.verify",
        "..server.node",
        "..server.platform",
        "..server.platform.capacity",
        "..server.platform.probe",
        "..server.pagination",
        "..server.sync",
        "..server.tenant",
        "..server.tenant.credential",
        "..server.transfer",
        "..server.transfer.readahead",
        "..server.transfer.split"
    };
    /** What the domain may use beside itself and the JDK. */
    private static final String[] FRAME = {
        "..server.runtime.failure",
        "..server.runtime.fairness",
        "..server.runtime.jobs",
        "..server.runtime.lifecycle",
        "..server.runtime.revision"
    };

    private static final String[] APP = {"..server.app.."};

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles = slices().matching("dev.ose.server.(**)")
            .should()
            .beFreeOfCycles()
            .because("a cycle is two packages that are really one");

    @ArchTest
    static final ArchRule everyPackageHasItsRing = classes()
            .that()
            .resideOutsideOfPackages(join(
                    EDGE,
                    join(
                            OUTWARD,
                            join(
                                    DOMAIN,
                                    join(FRAME, join(APP, "..server.runtime.telemetry", "..server.transfer.xnio"))))))
            .should()
            .resideInAPackage("none")
            .allowEmptyShould(true)
            .because("a package without a ring is bound by no rule below");

    @ArchTest
    static final ArchRule domainKnowsOnlyItself = classes()
            .that()
            .resideInAnyPackage(DOMAIN)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(join(
                    DOMAIN,
                    join(FRAME, "dev.ose.s3..", "dev.ose.adapter..", "java..", "javax.crypto..", "org.jspecify..")))
            .because("the rules of the product must be readable and testable without any technology");

    @ArchTest
    static final ArchRule edgeDoesNotSeeOutward = noClasses()
            .that()
            .resideInAnyPackage(EDGE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(join(OUTWARD, APP))
            .because("what faces clients asks the domain, which does not care who answers");

    @ArchTest
    static final ArchRule outwardDoesNotSeeEdge = noClasses()
            .that()
            .resideInAnyPackage(OUTWARD)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(join(EDGE, APP))
            .because("the database and the platforms do not know who is served");

    @ArchTest
    static final ArchRule databaseDoesNotSeeOtherSystems = noClasses()
            .that()
            .resideInAnyPackage("..server..jdbc", "..server.database")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..server.platform.client",
                    "..server.platform.transport",
                    "..server.platform.registry",
                    "..server.iam.oidc",
                    "..server.audit.syslog",
                    "..server.director.client",
                    "..server.event.webhook")
            .because("a transaction never waits for another system");

    @ArchTest
    static final ArchRule otherSystemsDoNotSeeTheDatabase = noClasses()
            .that()
            .resideInAnyPackage(
                    "..server.platform.client",
                    "..server.platform.transport",
                    "..server.platform.registry",
                    "..server.iam.oidc",
                    "..server.audit.syslog",
                    "..server.director.client",
                    "..server.event.webhook")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..server..jdbc", "..server.database")
            .because("each talks to one outside system");

    @ArchTest
    static final ArchRule outwardPackagesDoNotSeeOneAnother = slices().matching(
                    "dev.ose.server.(iam.oidc|director.client|event.webhook|platform.registry|platform.transport)")
            .should()
            .notDependOnEachOther()
            .because("each talks to one outside system");

    @ArchTest
    static final ArchRule serverSideOfUndertowHasOneOwner = noClasses()
            .that()
            .resideOutsideOfPackages("..server.http..", "..server.app..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.undertow.server..")
            .because("only http speaks to clients");

    @ArchTest
    static final ArchRule clientSideOfUndertowHasOneOwner = noClasses()
            .that()
            .resideOutsideOfPackage("..server.platform.transport")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.undertow.client..")
            .because("only platform.transport sends bytes to platforms, past its check of heads");

    @ArchTest
    static final ArchRule operationsLeaveCatchingToThePipeline = noFields()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("..server.s3..")
            .should()
            .haveRawType("org.slf4j.Logger")
            .because("the pipeline records each request once");

    @ArchTest
    static final ArchRule jdbcHasOneOwner = noClasses()
            .that()
            .resideOutsideOfPackages("..server..jdbc", "..server.database", "..server.app..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..", "org.postgresql..")
            .allowEmptyShould(true)
            .because("only jdbc packages speak SQL, each beside the domain it serves");

    @ArchTest
    static final ArchRule springHasOneOwner = noClasses()
            .that()
            .resideOutsideOfPackages(join(ADMIN, "..server.app.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..")
            .because("the framework is wiring, not architecture");

    @ArchTest
    static final ArchRule secretsHaveTheirType = noFields()
            .that(new DescribedPredicate<JavaField>("are named after a secret") {
                @Override
                public boolean test(JavaField field) {
                    String name = field.getName().toLowerCase(Locale.ROOT);
                    return name.contains("secret") || name.contains("password") || name.endsWith("token");
                }
            })
            .should()
            .haveRawType(String.class)
            .because("a String secret ends up in a log sooner or later");

    @ArchTest
    static final ArchRule searchLanguageHasOneOwner = noClasses()
            .that()
            .resideOutsideOfPackage("..server.catalog.rsql")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("cz.jirutka.rsql..")
            .because("only catalog.rsql lets the parser loose on what strangers wrote, within bounds");

    @ArchTest
    static final ArchRule tokensHaveOneOwner = noClasses()
            .that()
            .resideOutsideOfPackage("..server.iam.oidc")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.nimbusds..")
            .because("only iam.oidc proves tokens of others");

    @ArchTest
    static final ArchRule httpClientHasOneOwner = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "org.apache.hc..")
            .because("OutboundHttp alone sends requests of our own: one deadline, one bound, one rule for addresses");

    @ArchTest
    static final ArchRule noMutableStaticState = fields().that()
            .areStatic()
            .should()
            .beFinal()
            .because("state that belongs to nobody is changed by everybody");

    @ArchTest
    static final ArchRule classesAreClosed = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotAnnotations()
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .and()
            .resideOutsideOfPackages(join(ADMIN, "..server.app.."))
            .should()
            .haveModifier(JavaModifier.FINAL)
            .orShould()
            .beAnonymousClasses()
            .orShould()
            .beEnums()
            .because("nothing here was designed for extension");

    private static String[] join(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }
}
