from fastapi import FastAPI

from mill.grinding import router

app = FastAPI()
app.include_router(router, prefix="/api")
