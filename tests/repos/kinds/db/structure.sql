CREATE TABLE public.a (
  id bigint NOT NULL,
  b character varying(9) DEFAULT 'x'
);
